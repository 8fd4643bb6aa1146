import 'vitest'

type Text = string | RegExp

declare module 'vitest' {
  interface Matchers<Returned = void> {
    toBeInTheDocument(): Returned
    toBeVisible(): Returned
    toBeEmptyDOMElement(): Returned
    toBeDisabled(): Returned
    toBeEnabled(): Returned
    toBeInvalid(): Returned
    toBeRequired(): Returned
    toBeValid(): Returned
    toBeChecked(): Returned
    toBePartiallyChecked(): Returned
    toBePressed(): Returned
    toBePartiallyPressed(): Returned
    toContainElement(element: Element | null): Returned
    toContainHTML(html: string): Returned
    toHaveAccessibleDescription(expected?: unknown): Returned
    toHaveAccessibleErrorMessage(expected?: unknown): Returned
    toHaveAccessibleName(expected?: unknown): Returned
    toHaveAttribute(name: string, expected?: unknown): Returned
    toHaveClass(...names: (Text | { exact: boolean })[]): Returned
    toHaveDisplayValue(expected: Text | number | readonly (Text | number)[]): Returned
    toHaveFocus(): Returned
    toHaveFormValues(expected: Record<string, unknown>): Returned
    toHaveRole(role: string): Returned
    toHaveSelection(expected?: string): Returned
    toHaveStyle(expected: string | Record<string, unknown>): Returned
    toHaveTextContent(expected: unknown, options?: { normalizeWhitespace: boolean }): Returned
    toHaveValue(expected?: unknown): Returned
    toAppearBefore(element: Element): Returned
    toAppearAfter(element: Element): Returned
  }
}
