import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  children: ReactNode
  fallback: (error: unknown, retry: () => void) => ReactNode
  onError?: ((error: unknown) => void) | undefined
  resetKeys?: readonly unknown[] | undefined
}

interface State {
  caught: { error: unknown } | null
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { caught: null }

  static getDerivedStateFromError(error: unknown): State {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override componentDidUpdate(before: ErrorBoundaryProps, { caught }: State) {
    if (caught && before.resetKeys !== this.props.resetKeys) this.retry()
  }

  retry = () => this.setState({ caught: null })

  override render() {
    const { caught } = this.state
    return caught ? this.props.fallback(caught.error, this.retry) : this.props.children
  }
}

const hasChanged = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length !== after.length || before.some((key, index) => !Object.is(key, after[index]))
