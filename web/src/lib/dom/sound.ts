/**
 * The sounds of the page. They are synthesised from oscillators and noise: no file is loaded and no
 * recording is used.
 */
import { settings } from "../storage/settings.svelte";

/** The names of the sounds, after what they resemble. */
export type Sound = keyof typeof SCORES;

/**
 * One voice of a sound, a tone or a noise. Times are in seconds from the beginning of the sound.
 */
interface Voice {
  /** The waveform of a tone, or noise. */
  wave: OscillatorType | "noise";
  /**
   * The frequency in hertz at the start and at the end, of the tone or of the band-pass filter of
   * the noise.
   */
  pitch: readonly [number, number];
  /** Peak volume, from 0 to 1. */
  loud: number;
  /** The time at which the voice starts, in seconds; 0 if left out. */
  at?: number;
  /** The time in which the voice decays, in seconds. */
  fade: number;
}

const SCORES = {
  /** The user's time is short: a wooden clapper. */
  tick: [{ wave: "triangle", pitch: [900, 700], loud: 0.5, fade: 0.1 }],
  /** The last seconds of the user's time: the clapper, three times. */
  hurry: [0, 0.18, 0.36].map((at) => ({
    wave: "triangle",
    pitch: [1100, 800],
    loud: 0.6,
    at,
    fade: 0.1,
  })),
  /** A wooden piece is put down. */
  wood: [
    { wave: "sine", pitch: [420, 240], loud: 0.5, fade: 0.09 },
    { wave: "noise", pitch: [1800, 900], loud: 0.25, fade: 0.04 },
  ],
  /** A card slides or is turned over. */
  card: [{ wave: "noise", pitch: [2600, 5200], loud: 0.3, fade: 0.12 }],
  /** Many cards or pieces move at once. */
  flurry: [0, 0.05, 0.1, 0.15].map((at) => ({
    wave: "noise",
    pitch: [2400, 4800],
    loud: 0.2,
    at,
    fade: 0.07,
  })),
  /** Tension before something is revealed: a low drum, twice. */
  drum: [0, 0.28].map((at) => ({ wave: "sine", pitch: [110, 58], loud: 0.8, at, fade: 0.35 })),
  /** A piece attacks or hits another. */
  strike: [
    { wave: "noise", pitch: [3200, 400], loud: 0.6, fade: 0.16 },
    { wave: "triangle", pitch: [190, 70], loud: 0.6, fade: 0.22 },
  ],
  /** A gun is fired. */
  shot: [
    { wave: "noise", pitch: [1200, 200], loud: 0.8, fade: 0.3 },
    { wave: "sine", pitch: [90, 40], loud: 0.7, fade: 0.25 },
  ],
  /** Something is removed: a piece taken, a treasure stolen. */
  snatch: [
    { wave: "triangle", pitch: [660, 330], loud: 0.4, fade: 0.14 },
    { wave: "triangle", pitch: [440, 196], loud: 0.4, at: 0.12, fade: 0.24 },
  ],
  /** A fire breaks out. */
  fire: [
    { wave: "noise", pitch: [300, 1400], loud: 0.5, fade: 0.9 },
    { wave: "noise", pitch: [3600, 2400], loud: 0.15, at: 0.1, fade: 0.7 },
  ],
  /** Coins, gems or points are gained. */
  coin: [
    { wave: "sine", pitch: [1318, 1318], loud: 0.3, fade: 0.12 },
    { wave: "sine", pitch: [1760, 1760], loud: 0.3, at: 0.08, fade: 0.3 },
  ],
  /** It is the user's turn, while the page is not visible. */
  bell: [
    { wave: "sine", pitch: [880, 880], loud: 0.3, fade: 0.5 },
    { wave: "sine", pitch: [1320, 1320], loud: 0.12, fade: 0.35 },
  ],
  /** The game is over. */
  gong: [
    { wave: "sine", pitch: [196, 190], loud: 0.6, fade: 1.6 },
    { wave: "sine", pitch: [294, 290], loud: 0.3, fade: 1.2 },
    { wave: "sine", pitch: [523, 516], loud: 0.15, fade: 0.8 },
  ],
} as const satisfies Record<string, readonly Voice[]>;

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Plays a sound, if sounds are on and the browser permits it. */
export function play(sound: Sound): void {
  if (!settings.sound.on || typeof AudioContext === "undefined") return;
  // Browsers keep a page silent until the user has pressed something; until then the sound is
  // dropped.
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state !== "running") {
    void context.resume();
    return;
  }
  const end = context.createGain();
  end.gain.value = 0.35;
  end.connect(context.destination);
  for (const voice of SCORES[sound]) start(context, voice, end);
}

function start(context: AudioContext, voice: Voice, end: AudioNode): void {
  const begins = context.currentTime + (voice.at ?? 0);
  const ends = begins + voice.fade;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, begins);
  gain.gain.linearRampToValueAtTime(voice.loud, begins + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.001, ends);
  gain.connect(end);
  const [from, to] = voice.pitch;
  const sweep = (pitch: AudioParam) => {
    pitch.setValueAtTime(from, begins);
    pitch.exponentialRampToValueAtTime(to, ends);
  };
  let source: AudioScheduledSourceNode;
  if (voice.wave === "noise") {
    const band = new BiquadFilterNode(context, { type: "bandpass", Q: 0.8 });
    sweep(band.frequency);
    band.connect(gain);
    source = new AudioBufferSourceNode(context, { buffer: (noise ??= hiss(context)), loop: true });
    source.connect(band);
  } else {
    const tone = new OscillatorNode(context, { type: voice.wave });
    sweep(tone.frequency);
    tone.connect(gain);
    source = tone;
  }
  source.start(begins);
  source.stop(ends);
}

/** One second of white noise. */
function hiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
