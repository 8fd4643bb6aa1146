export type Child = VNode | string | number | boolean | null | undefined | readonly Child[]

export interface VNode {
  type: string
  props: Readonly<Record<string, unknown>>
  children: readonly (VNode | string)[]
}

export function h(type: string, props?: Record<string, unknown> | null, ...children: Child[]): VNode {
  const list: (VNode | string)[] = []
  const collect = (child: Child): void => {
    if (Array.isArray(child)) child.forEach(collect)
    else if (typeof child === 'number') list.push(`${child}`)
    else if (child !== null && child !== undefined && typeof child !== 'boolean') list.push(child as VNode | string)
  }
  children.forEach(collect)
  return { type, props: { ...props }, children: list }
}

/** A node in the page, and what it was made from. */
interface Instance {
  readonly node: Node
  vnode: VNode | string
  children: Instance[]
  readonly listeners: Map<string, (event: Event) => void>
}

const roots = new WeakMap<Element, Instance[]>()

export function render(tree: VNode, container: Element): void {
  roots.set(container, reconcile(container, roots.get(container) ?? [], [tree]))
}

const keyOf = (vnode: VNode | string): unknown => (typeof vnode === 'string' ? undefined : vnode.props.key)
const typeOf = (vnode: VNode | string): string => (typeof vnode === 'string' ? '#text' : vnode.type)

function mount(vnode: VNode | string): Instance {
  const node = typeof vnode === 'string' ? document.createTextNode(vnode) : document.createElement(vnode.type)
  const instance: Instance = { node, vnode, children: [], listeners: new Map() }
  if (typeof vnode !== 'string') update(instance, { type: vnode.type, props: {}, children: [] }, vnode)
  return instance
}

function update(instance: Instance, before: VNode | string, after: VNode | string): void {
  instance.vnode = after
  if (typeof after === 'string') {
    if (after !== before) instance.node.textContent = after
    return
  }
  const element = instance.node as Element
  const old = (before as VNode).props
  for (const name in old) if (!(name in after.props)) change(instance, element, name, undefined)
  for (const name in after.props) if (after.props[name] !== old[name]) change(instance, element, name, after.props[name])
  instance.children = reconcile(element, instance.children, after.children)
}

function change({ listeners }: Instance, element: Element, name: string, value: unknown): void {
  if (name === 'key') return
  if (/^on/.test(name)) {
    const type = name.substring(2).toLowerCase()
    // One listener of ours for each type calls the current function.
    if (!listeners.has(type)) element.addEventListener(type, (event) => listeners.get(type)?.(event))
    listeners.set(type, typeof value === 'function' ? (value as (event: Event) => void) : () => {})
    return
  }
  if (value === true) element.setAttribute(name, '')
  else if (value === false || value == null) element.removeAttribute(name)
  else element.setAttribute(name, `${value}`)
}

function reconcile(parent: Element, old: readonly Instance[], vnodes: readonly (VNode | string)[]): Instance[] {
  const rest = new Set(old)
  const next = vnodes.map((vnode, index) => {
    const key = keyOf(vnode)
    const candidate = key === undefined ? old[index] : old.find((instance) => keyOf(instance.vnode) === key)
    const fits = candidate && keyOf(candidate.vnode) === key && typeOf(candidate.vnode) === typeOf(vnode)
    if (!fits || !rest.delete(candidate)) return mount(vnode)
    update(candidate, candidate.vnode, vnode)
    return candidate
  })
  for (const { node } of rest) parent.removeChild(node)
  let place = parent.firstChild
  for (const { node } of next) {
    if (node === place) place = place.nextSibling
    else parent.insertBefore(node, place)
  }
  return next
}
