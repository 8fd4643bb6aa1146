import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, type PropsWithChildren, Suspense, useEffect, useState } from 'react'
import { createQueryClient } from '../shared/api/query-client.ts'
import { BACKGROUND_DELAY } from '../shared/constants.ts'
import { ErrorBoundary } from '../shared/ui/error-fallback.tsx'
import { LoadingOverlay } from '../shared/ui/loading-overlay.tsx'
import { useSignInPrompt } from '../shared/ui/sign-in-prompt.ts'
import { Toasts } from '../shared/ui/toasts.tsx'
import { AppRoutes } from './app-routes.tsx'
import { SessionKeeper } from './session-keeper.tsx'

/** @param props.router what tells where one is: the browser's address, or the page that is rendered while building */
export function App({ router: Router }: { router: ComponentType<PropsWithChildren> }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Router>
          <SessionKeeper />
          <BackgroundLater />
          <AppRoutes />
          <SignIn />
          <Joined />
          <EarlyEvents />
        </Router>
        <LoadingOverlay />
        <Toasts />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

const SignInDialog = lazy(async () => ({
  default: (await import('../features/account/sign-in-dialog.tsx')).SignInDialog,
}))

/** The one sign-in dialog, opened from anywhere through the prompt. */
function SignIn() {
  const { open, close, onSuccess } = useSignInPrompt()
  if (!open) return null
  return (
    <Suspense>
      <SignInDialog
        onClose={close}
        onSuccess={() => {
          close()
          onSuccess?.()
        }}
      />
    </Suspense>
  )
}

const AfterSignUp = lazy(async () => ({
  default: (await import('../features/account/after-sign-up.tsx')).AfterSignUp,
}))

/** What a new account is offered, wherever it was created. */
function Joined() {
  const joined = useSignInPrompt((state) => state.joined)
  return joined ? (
    <Suspense>
      <AfterSignUp />
    </Suspense>
  ) : null
}

const Background = lazy(() => import('./background/background.tsx'))

/** Begins what goes on behind the pages, after the first of them has been shown. */
function BackgroundLater() {
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      timer = setTimeout(() => setBegun(true), BACKGROUND_DELAY)
    }
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => {
      window.removeEventListener('load', begin)
      clearTimeout(timer)
    }
  }, [])
  if (!begun) return null
  return (
    <Suspense>
      <Background />
    </Suspense>
  )
}

interface EarlyEvent {
  type: 'click' | 'change'
  control: HTMLButtonElement | HTMLSelectElement
  value: string
}

declare global {
  /** Of a page that came rendered: what was done before this was first asked. */
  var takeEarlyEvents: (() => EarlyEvent[]) | undefined
}

/** Does what was pressed or chosen on a page that came rendered, before there was an app to do it. */
function EarlyEvents() {
  useEffect(() => {
    // In a turn of its own: React takes over what an event is about before it tells of it, but not while it commits.
    const timer = setTimeout(() => {
      for (const { type, control, value } of globalThis.takeEarlyEvents?.() ?? []) {
        if (type === 'change') control.value = value
        control.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
      }
      globalThis.takeEarlyEvents = undefined
    })
    return () => clearTimeout(timer)
  }, [])
  return null
}
