import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  children: ReactNode
  fallback: (error: unknown, retry: () => void) => ReactNode
  onError?: ((error: unknown) => void) | undefined
  resetKeys?: readonly unknown[] | undefined
}

export class ErrorBoundary extends Component<ErrorBoundaryProps> {
  override render() {
    return this.props.children
  }
}
