import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type PropsWithChildren, useState } from 'react'
import { createQueryClient } from '../shared/api/query-client.ts'
import { ErrorBoundary } from '../shared/ui/error-fallback.tsx'
import { LoadingOverlay } from '../shared/ui/loading-overlay.tsx'
import { Toasts } from '../shared/ui/toasts.tsx'
import { AppRoutes } from './app-routes.tsx'
import { BackgroundLater } from './background/background-later.tsx'
import { EarlyEvents } from './early-events.tsx'
import { SessionKeeper } from './session-keeper.tsx'
import { SignIn } from './sign-in.tsx'

/** @param props.router what tells where one is: the browser's address, or the page that is rendered while building */
export function App({ router: Router }: { router: ComponentType<PropsWithChildren> }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Router>
          <SessionKeeper />
          <AppRoutes />
          <SignIn />
          <BackgroundLater />
          <EarlyEvents />
        </Router>
        <LoadingOverlay />
        <Toasts />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
