export type Child = VNode | string | number | boolean | null | undefined | readonly Child[]

export interface VNode {
  type: string
  props: Readonly<Record<string, unknown>>
  children: readonly (VNode | string)[]
}

/** What was rendered last, by container. */
const rendered = new WeakMap<Element, VNode>()

export function h(type: string, props?: Record<string, unknown> | null, ...children: Child[]): VNode {
  return { type, props: props ?? {}, children: flatten(children) }
}

function flatten(children: readonly Child[]): (VNode | string)[] {
  return children.flatMap((child) => {
    if (child === null || child === undefined || typeof child === 'boolean') return []
    if (typeof child === 'number') return [String(child)]
    return isList(child) ? flatten(child) : [child]
  })
}

const isList = (child: Child): child is readonly Child[] => Array.isArray(child)

export function render(tree: VNode, container: Element): void {
  const old = rendered.get(container)
  patchChildren(container, old ? [old] : [], [tree])
  rendered.set(container, tree)
}

function create(vnode: VNode | string): Node {
  if (typeof vnode === 'string') return document.createTextNode(vnode)
  const element = document.createElement(vnode.type)
  patchProps(element, {}, vnode.props)
  patchChildren(element, [], vnode.children)
  return element
}

/** Changes a node that stays. */
function patch(node: Node, old: VNode | string, next: VNode | string): void {
  if (typeof old === 'string' || typeof next === 'string') {
    if (old !== next) node.nodeValue = String(next)
    return
  }
  patchProps(node as Element, old.props, next.props)
  patchChildren(node as Element, old.children, next.children)
}

function patchProps(element: Element, old: VNode['props'], next: VNode['props']): void {
  for (const name of Object.keys({ ...old, ...next })) {
    const [before, after] = [old[name], next[name]]
    if (before === after || name === 'key') continue
    if (name.startsWith('on')) {
      const event = name.slice(2).toLowerCase()
      if (!before) element.addEventListener(event, after as EventListener)
    } else if (after === undefined || after === null || after === false) element.removeAttribute(name)
    else element.setAttribute(name, after === true ? '' : String(after))
  }
}

function patchChildren(parent: Element, old: readonly (VNode | string)[], next: readonly (VNode | string)[]): void {
  const reusable = new Map(old.map((vnode, index) => [identityOf(vnode, index), { vnode, node: parent.childNodes[index] }]))
  const matches = next.map((vnode, index) => {
    const identity = identityOf(vnode, index)
    const match = reusable.get(identity)
    reusable.delete(identity)
    return match
  })
  // Removed nodes first: those that stay are then in their places more often.
  for (const { node } of reusable.values()) node.remove()

  for (const [index, vnode] of next.entries()) {
    const match = matches[index]
    if (match) patch(match.node, match.vnode, vnode)
    const node = match?.node ?? create(vnode)
    const current = parent.childNodes[index] ?? null
    if (node !== current) parent.insertBefore(node, current)
  }
}

/** Equal for two nodes if one can become the other: the same type, and the same key or else the same position. */
function identityOf(vnode: VNode | string, index: number): string {
  if (typeof vnode === 'string') return `text ${index}`
  const { key } = vnode.props
  return key === undefined ? `${vnode.type} at ${index}` : `${vnode.type} with ${key}`
}
