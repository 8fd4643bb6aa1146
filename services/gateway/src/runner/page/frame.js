import { captureConsole, runTests } from './report.js'

/** One run per frame: the page above makes a new one each time, and removes this one to end whatever goes on in it. */
export function startFrame({ platform, workerSource }) {
  const above = window.parent
  const send = (message) => above.postMessage(message, platform)
  let begun = false
  addEventListener('message', (event) => {
    if (event.source !== above || event.origin !== platform) return
    event.stopImmediatePropagation()
    if (event.data.type === 'ping')
      send({ type: 'pong', elements: document.getElementsByTagName('*').length })
    if (event.data.type !== 'run' || begun) return
    begun = true
    const { request } = event.data
    if (request.kind === 'javascript') runInWorker(request, workerSource, send)
    else void runInPage(request, send)
  })
  if (above !== window) send({ type: 'ready' })
}

function runInWorker(request, workerSource, send) {
  const worker = new Worker(URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' })))
  worker.addEventListener('message', ({ data }) => send(data))
  worker.addEventListener('error', (event) => event.preventDefault())
  worker.postMessage(request)
}

async function runInPage({ html, css, javascript, tests }, send) {
  captureConsole(send)
  // No policy covers them in every browser.
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[name]
  const page = new DOMParser().parseFromString(html, 'text/html')
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
  document.head.append(element('style', css))
  // Scripts that a parser has made for another document never run; new ones do.
  for (const inert of document.querySelectorAll('script')) {
    const live = element('script', inert.text)
    for (const { name, value } of inert.attributes) live.setAttribute(name, value)
    inert.replaceWith(live)
  }
  document.body.append(element('script', javascript))
  // The frame's own have long been, but code waits for them.
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
  dispatchEvent(new Event('load'))
  await runTests(tests, send)
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
