import { curlOf } from './curl.js'
import { readRequest } from './read-request.js'
import { showFailure, showReply } from './show-reply.js'

/** Unfolds calls as they are opened, with a form to try them by, and tells what they are sent as. */
export function tryCalls(tools) {
  const { as, token } = tools.elements
  const caller = () => ({ as: as.value, token: token.value.trim() })
  const showToken = () => {
    token.closest('label').hidden = as.value !== 'token'
  }
  as.addEventListener('change', showToken)
  showToken()
  for (const entry of document.querySelectorAll('main details')) {
    entry.addEventListener('toggle', () => open(entry, caller), { once: true })
  }
}

/** What is inside is a template before. */
function open(entry, caller) {
  entry.querySelector('template').replaceWith(entry.querySelector('template').content)
  const form = entry.querySelector('form.try')
  if (form) wake(form, caller)
}

function wake(form, caller) {
  const curl = form.querySelector('.curl')
  const describe = () => {
    curl.textContent = curlOf(readRequest(form), form.dataset.access)
  }
  form.addEventListener('input', describe)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, caller())
  })
  form.querySelector('.copy').addEventListener('click', async ({ target }) => {
    // Without a secure context there is no clipboard: then it is marked, to be copied by hand.
    await navigator.clipboard?.writeText(curl.textContent)
    if (navigator.clipboard) target.textContent = 'Copied'
    else getSelection().selectAllChildren(curl)
  })
  describe()
}

async function send(form, caller) {
  const sendButton = form.querySelector('.send')
  const stopButton = form.querySelector('.stop')
  const output = form.querySelector('.reply')
  const stopping = new AbortController()
  stopButton.onclick = () => stopping.abort()
  sendButton.disabled = true
  stopButton.hidden = false
  output.setAttribute('aria-busy', 'true')
  const begun = performance.now()
  try {
    const { url, options } = readRequest(form)
    const reply = await fetch(url, as(caller, { ...options, signal: stopping.signal }))
    await showReply(output, reply, performance.now() - begun)
  } catch (error) {
    if (!stopping.signal.aborted) showFailure(output, error)
  } finally {
    output.removeAttribute('aria-busy')
    sendButton.disabled = false
    stopButton.hidden = true
  }
}

/** The session's cookie goes along by itself; which of two is meant, and who comes without one, has to be said. */
function as(caller, options) {
  const headers = new Headers(options.headers)
  if (caller.as === 'admin') headers.set('x-rehearse-area', 'admin')
  if (caller.as === 'token') headers.set('authorization', `Bearer ${caller.token}`)
  const isAlone = caller.as === 'token' || caller.as === 'visitor'
  return { ...options, headers, credentials: isAlone ? 'omit' : 'same-origin' }
}
