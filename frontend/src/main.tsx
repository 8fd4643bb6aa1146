import './shared/ui/tokens.css'
import './shared/ui/fonts.css'
import './shared/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadPage } from './app/load-page.ts'
import { startLocale } from './shared/i18n/locale.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

await Promise.all([startLocale(), loadPage(location.pathname)])
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
