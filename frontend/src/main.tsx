import './shared/ui/tokens.css'
import './shared/ui/fonts.css'
import './shared/ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { loadPage } from './app/app-routes.tsx'
import { startLocale } from './shared/i18n/locale.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

await Promise.all([startLocale(), loadPage(location.pathname)])
const app = (
  <StrictMode>
    <App router={BrowserRouter} />
  </StrictMode>
)
// Whether boot.js found that the prerendered page fits this visit.
const { rendered } = document.documentElement.dataset
// A transition runs in slices, so that the browser can paint and handle input in between.
startTransition(() => {
  if (rendered) {
    // From here on React handles events, even before it has hydrated their targets.
    globalThis.takeEarlyEvents?.()
    hydrateRoot(root, app)
  } else {
    root.replaceChildren()
    delete document.documentElement.dataset.rendered
    createRoot(root).render(app)
  }
})
