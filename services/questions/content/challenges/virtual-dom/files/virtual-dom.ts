export type Child = VNode | string | number | boolean | null | undefined | readonly Child[]

export interface VNode {
  type: string
  props: Readonly<Record<string, unknown>>
  children: readonly (VNode | string)[]
}

export function h(type: string, props?: Record<string, unknown> | null, ...children: Child[]): VNode {
  return { type, props: {}, children: [] }
}

export function render(tree: VNode, container: Element): void {
  container.textContent = tree.type
}
