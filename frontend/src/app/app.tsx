import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, type PropsWithChildren, Suspense, useEffect, useState } from 'react'
import { refreshSession } from '../shared/api/client.ts'
import { createQueryClient } from '../shared/api/query-client.ts'
import { useSession } from '../shared/api/session.ts'
import { BACKGROUND_DELAY, TOKEN_REFRESH_INTERVAL } from '../shared/constants.ts'
import { ErrorBoundary } from '../shared/ui/error-fallback.tsx'
import { LoadingOverlay } from '../shared/ui/loading-overlay.tsx'
import { useSignInPrompt } from '../shared/ui/sign-in-prompt.ts'
import { Toasts } from '../shared/ui/toasts.tsx'
import { AppRoutes } from './app-routes.tsx'

/** @param props.router the router: for the browser's URL, or for the page being prerendered */
export function App({ router: Router }: { router: ComponentType<PropsWithChildren> }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Router>
          <SessionRefresh />
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

/** The app's only sign-in dialog; any page can open it through the prompt. */
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

/** The offers for a new account, wherever it was created. */
function Joined() {
  const joined = useSignInPrompt((state) => state.joined)
  return joined ? (
    <Suspense>
      <AfterSignUp />
    </Suspense>
  ) : null
}

const Background = lazy(() => import('./background.tsx'))

/** Starts background work after the first page has rendered. */
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
  /** On a prerendered page: returns the events recorded so far. */
  var takeEarlyEvents: (() => EarlyEvent[]) | undefined
}

/** Replays presses and choices made on a prerendered page before the app had loaded. */
function EarlyEvents() {
  useEffect(() => {
    // In its own task: React hydrates the target of an event before dispatching it, but not while it commits.
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

/** Renews the token of a signed-in user before it expires. */
export function SessionRefresh() {
  const uid = useSession()?.uid
  useEffect(() => {
    if (!uid) return
    const timer = setInterval(() => void refreshSession(), TOKEN_REFRESH_INTERVAL)
    return () => clearInterval(timer)
  }, [uid])
  return null
}
