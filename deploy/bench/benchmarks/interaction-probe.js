// Records in the page when an answer is given and when the result has been painted.
const taken = []
globalThis.interactions = taken

let begun
const begin = (kind) => (event) => {
  if (event.isTrusted) begun = { kind, at: event.timeStamp }
}
addEventListener('pointerdown', begin('choose'), true)
addEventListener('keydown', (event) => begin(event.key === 'Enter' ? 'check' : 'choose')(event), true)

new MutationObserver(() => {
  const shown = begun?.kind === 'check' ? '#result' : 'article input:checked'
  if (begun && document.querySelector(shown)) finish()
}).observe(document, { childList: true, subtree: true })
addEventListener('change', () => begun?.kind === 'choose' && finish(), true)

/** A frame's callbacks run before its paint, and messages sent by them after it. */
function finish() {
  const { kind, at } = begun
  begun = undefined
  requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => taken.push({ kind, ms: performance.now() - at })
    channel.port2.postMessage(null)
  })
}
