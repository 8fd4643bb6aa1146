import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router'
import { createQueryClient } from '../shared/api/query-client.ts'
import { ErrorBoundary } from '../shared/ui/error-fallback.tsx'
import { LoadingOverlay } from '../shared/ui/loading-overlay.tsx'
import { Toasts } from '../shared/ui/toasts.tsx'
import { AppRoutes } from './app-routes.tsx'
import { BackgroundLater } from './background/background-later.tsx'
import { SessionKeeper } from './session-keeper.tsx'
import { SignIn } from './sign-in.tsx'

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <SessionKeeper />
          <AppRoutes />
          <SignIn />
          <BackgroundLater />
        </BrowserRouter>
        <LoadingOverlay />
        <Toasts />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
