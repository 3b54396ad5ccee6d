/** Loads all languages before each test file, so that tests can change the language at once. */
import { LANGS } from "../i18n/grammar";
import { loadAllMessages, loadMessages } from "../i18n/messages";

await Promise.all(LANGS.map(loadMessages));
await loadAllMessages();
