import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { createQueryClient } from '../shared/api/query-client.ts'

/** Renders at a path, with the application's providers. */
export function renderAt(address: string | { pathname: string; state: unknown }, node: ReactNode) {
  const queryClient = createQueryClient()
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <Suspense>{node}</Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { ...view, queryClient, user: userEvent.setup() }
}
