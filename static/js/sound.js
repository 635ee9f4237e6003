// The sound of a turn: two soft notes, made here.

const NOTES = [587.33, 880]; // hertz
const APART = 0.14; // seconds
const LENGTH = 0.5;
const LOUDNESS = 0.05; // of 1

export async function chime() {
  // Browsers let no page sound that nobody has touched.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  const context = new AudioContext();
  await context.resume();
  NOTES.forEach((note, index) => play(context, note, context.currentTime + index * APART));
  setTimeout(() => context.close(), (NOTES.length * APART + LENGTH) * 1000);
}

function play(context, note, start) {
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
  const tone = new OscillatorNode(context, { frequency: note });
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
}
