import { filterCalls } from './filter-calls.js'
import { tryCalls } from './try-call.js'

/** What the page can do beyond being read; all of it works by keyboard, for it is made of links, forms and details. */
const tools = document.querySelector('form.tools')
tools.hidden = false
tools.addEventListener('submit', (event) => event.preventDefault())
filterCalls(tools)
tryCalls(tools)

addEventListener('hashchange', openTarget)
openTarget()

/** A link to a call shows it, not only its line. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target?.matches('details')) return
  target.open = true
  target.scrollIntoView()
}
