import { Component, type ReactNode, useEffect } from 'react'
import { useMessages } from '../i18n/locale.ts'
import { Button } from './button.tsx'
import styles from './error-fallback.module.css'

function ErrorFallback() {
  const messages = useMessages()
  // Offline, a part of the page couldn't be loaded.
  useEffect(() => {
    if (navigator.onLine) return undefined
    const reload = () => location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <section role="alert" className={styles.screen}>
      <h1>{messages.errors.title}</h1>
      <p>{messages.errors.text}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {messages.errors.refresh}
      </Button>
    </section>
  )
}

/** Shows the fallback screen instead of a tree that failed to render. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorFallback /> : this.props.children
  }
}
