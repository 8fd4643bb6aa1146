/* global SwaggerUIBundle */
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

/** Swagger UI renders select boxes of parameters without an accessible name. */
const nameChoices = () => {
  for (const choice of document.querySelectorAll('#docs select:not([aria-label])')) {
    choice.ariaLabel = choice.closest('tr[data-param-name]')?.dataset.paramName ?? 'Choice'
  }
}
new MutationObserver(nameChoices).observe(document.getElementById('docs'), { childList: true, subtree: true })

/**
 * A link inside the button that opens an operation can't be reached with a screen reader; opening it sets the address
 * anyway.
 */
const plainNames = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
})

const response = await fetch('/api/openapi.json')
const spec = await response.json()
spec.info.description = `${spec.info.description ?? ''}\n\nThe same for programs: [openapi.json](/api/openapi.json)`
// The names in links to operations: `/api/docs#/platform/get-api-health`.
for (const [path, operations] of Object.entries(spec.paths)) {
  for (const [method, operation] of Object.entries(operations)) {
    operation.operationId = `${method} ${path}`.replace(/\W+/g, '-').replace(/-$/, '')
  }
}

// The session cookie is sent automatically; a token is entered under Authorize.
SwaggerUIBundle({
  spec,
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  plugins: [plainNames],
  syntaxHighlight: { theme: 'obsidian' },
  tryItOutEnabled: true,
  validatorUrl: null,
})
