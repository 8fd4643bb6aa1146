/** Shows the calls whose line has every word of the filter, and says how many they are. */
export function filterCalls(tools) {
  const { filter } = tools.elements
  const status = tools.querySelector('.count')
  const sections = [...document.querySelectorAll('main > section')].map((section) => ({
    section,
    entries: [...section.querySelectorAll(':scope > details')].map((entry) => ({
      entry,
      text: entry.querySelector('summary').textContent.toLowerCase(),
    })),
  }))
  const all = document.querySelectorAll('details.call').length
  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const { section, entries } of sections) {
      for (const { entry, text } of entries) entry.hidden = !words.every((word) => text.includes(word))
      section.hidden = entries.every(({ entry }) => entry.hidden)
    }
    const shown = document.querySelectorAll('details.call:not([hidden])').length
    status.textContent = words.length === 0 ? `${all} calls` : `${shown} of ${all} calls`
  }
  filter.addEventListener('input', show)
  // Kept by the browser when the page is loaded again.
  show()
}
