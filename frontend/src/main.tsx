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
// Whether the page came rendered for whoever has come: boot.js has looked.
const { rendered } = document.documentElement.dataset
// As a transition it is done in slices, between which the browser can paint and listen.
startTransition(() => {
  if (rendered) {
    // From here on React listens, and does what is pressed even before it has taken over what that is about.
    globalThis.takeEarlyEvents?.()
    hydrateRoot(root, app)
  } else {
    root.replaceChildren()
    delete document.documentElement.dataset.rendered
    createRoot(root).render(app)
  }
})
