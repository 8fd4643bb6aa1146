import 'vitest'

type Text = string | RegExp

declare module 'vitest' {
  interface Matchers<R = void> {
    toBeInTheDocument(): R
    toBeVisible(): R
    toBeEmptyDOMElement(): R
    toBeDisabled(): R
    toBeEnabled(): R
    toBeInvalid(): R
    toBeRequired(): R
    toBeValid(): R
    toBeChecked(): R
    toBePartiallyChecked(): R
    toBePressed(): R
    toBePartiallyPressed(): R
    toContainElement(element: Element | null): R
    toContainHTML(html: string): R
    toHaveAccessibleDescription(expected?: unknown): R
    toHaveAccessibleErrorMessage(expected?: unknown): R
    toHaveAccessibleName(expected?: unknown): R
    toHaveAttribute(name: string, expected?: unknown): R
    toHaveClass(...names: (Text | { exact: boolean })[]): R
    toHaveDisplayValue(expected: Text | number | readonly (Text | number)[]): R
    toHaveFocus(): R
    toHaveFormValues(expected: Record<string, unknown>): R
    toHaveRole(role: string): R
    toHaveSelection(expected?: string): R
    toHaveStyle(expected: string | Record<string, unknown>): R
    toHaveTextContent(expected: unknown, options?: { normalizeWhitespace: boolean }): R
    toHaveValue(expected?: unknown): R
    toAppearBefore(element: Element): R
    toAppearAfter(element: Element): R
  }
}
