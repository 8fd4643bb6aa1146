import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  children: ReactNode
  fallback: (error: unknown, retry: () => void) => ReactNode
  onError?: ((error: unknown) => void) | undefined
  resetKeys?: readonly unknown[] | undefined
}

interface State {
  hasFailed: boolean
  error?: unknown
  keys: readonly unknown[]
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  constructor(props: ErrorBoundaryProps) {
    super(props)
    this.state = { hasFailed: false, keys: props.resetKeys ?? [] }
    this.retry = this.retry.bind(this)
  }

  static getDerivedStateFromError(error: unknown) {
    return { hasFailed: true, error }
  }

  static getDerivedStateFromProps({ resetKeys: keys = [] }: ErrorBoundaryProps, state: State): Partial<State> | null {
    const isSame = keys.length === state.keys.length && keys.every((key, at) => Object.is(key, state.keys[at]))
    return isSame ? null : { keys, hasFailed: false, error: undefined }
  }

  override componentDidCatch(error: unknown) {
    const { onError } = this.props
    if (onError) onError(error)
  }

  retry() {
    this.setState({ hasFailed: false, error: undefined })
  }

  override render() {
    const { children, fallback } = this.props
    if (!this.state.hasFailed) return children
    return fallback(this.state.error, this.retry)
  }
}
