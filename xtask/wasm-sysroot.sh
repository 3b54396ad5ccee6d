#!/usr/bin/env bash
# Makes DEST/rustc: Debian's rustc-web with the standard library for wasm32-unknown-unknown, compiled from its
# sources. For machines that have Debian's packages but cannot download the target with rustup. Installs nothing.
set -euo pipefail
dest=${1:?usage: wasm-sysroot.sh DEST}
rm -rf "$dest"
mkdir -p "$dest/packages"
cd "$dest/packages"
depends() { apt-cache depends "$1" | awk -v name="Depends: $2" '$0 ~ name { print $2; exit }'; }
std=$(depends libstd-rust-web-dev 'libstd-rust-web-[0-9]')
if [ -z "$std" ]; then
  echo "apt knows no package rustc-web; run apt-get update, or use Debian 12 or newer" >&2
  exit 1
fi
llvm=$(depends "$std" libllvm)
apt-get download -q rustc-web "$std" libstd-rust-web-dev rust-web-src ${llvm:+"$llvm"}
for package in rustc-web_* "$std"_* libstd-rust-web-dev_* ${llvm:+"$llvm"_*}; do
  dpkg -x "$package" ..
done
cd ..
dpkg --fsys-tarfile packages/rust-web-src_* |
  tar -x --wildcards './usr/src/rustc-*/library' './usr/src/rustc-*/Cargo.lock' --exclude='*/stdarch/intrinsics_data'
# The libraries of Debian's LLVM are needed by this rustc alone.
cat > rustc <<'SCRIPT'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
for libraries in "$here"/usr/lib/*-linux-gnu; do break; done
LD_LIBRARY_PATH="$libraries" exec "$here/usr/bin/rustc" "$@"
SCRIPT
chmod +x rustc
library=$(echo "$PWD"/usr/src/rustc-*/library)
RUSTC=$PWD/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Cembed-bitcode=yes -Zforce-unstable-if-unmarked" \
  CARGO_PROFILE_RELEASE_DEBUG=0 __CARGO_DEFAULT_LIB_METADATA=stablestd \
  cargo build -q --manifest-path "$library/sysroot/Cargo.toml" --target wasm32-unknown-unknown --release \
  --features panic-unwind,compiler-builtins-mem --target-dir build
target=usr/lib/rustlib/wasm32-unknown-unknown/lib
mkdir -p "$target"
cp build/wasm32-unknown-unknown/release/deps/*.rlib "$target"
rm -rf build packages usr/src
./rustc --version
