import { type KeyboardEvent, type MouseEvent, useState } from 'react'

export interface Node {
  name: string
  children?: readonly Node[]
}

export interface FileTreeProps {
  label: string
  nodes: readonly Node[]
  onOpen: (path: string) => void
}

const order = (nodes: readonly Node[]) => {
  const byName = [...nodes].sort((a, b) => (a.name < b.name ? -1 : 1))
  return [...byName.filter((node) => node.children), ...byName.filter((node) => !node.children)]
}

export function FileTree({ label, nodes, onOpen }: FileTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState('')

  const isVisible = (path: string) => {
    const parts = path.split('/')
    return path !== '' && parts.slice(0, -1).every((_, at) => open.has(parts.slice(0, at + 1).join('/')))
  }
  const stop = isVisible(last) ? last : order(nodes)[0]?.name

  const setFolder = (path: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(path)
    else next.delete(path)
    setOpen(next)
  }

  const renderAll = (list: readonly Node[], above: string[]) =>
    order(list).map(({ name, children }) => {
      const parts = [...above, name]
      const path = parts.join('/')
      const isOpen = open.has(path)
      const activate = () => (children ? setFolder(path, !isOpen) : onOpen(path))
      return (
        <li
          key={path}
          role="treeitem"
          aria-label={name}
          aria-level={parts.length}
          aria-expanded={children && isOpen}
          tabIndex={path === stop ? 0 : -1}
          onFocus={(event) => {
            if (event.target === event.currentTarget) setLast(path)
          }}
          onClick={(event: MouseEvent) => {
            event.stopPropagation()
            activate()
          }}
          onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
            event.stopPropagation()
            const all = [...(event.currentTarget.closest('[role=tree]')?.querySelectorAll('li') ?? [])]
            const at = all.findIndex((one) => one === event.currentTarget)
            if (event.key === 'ArrowDown') all[at + 1]?.focus()
            if (event.key === 'ArrowUp') all[at - 1]?.focus()
            if (event.key === 'ArrowRight' && children) setFolder(path, true)
            if (event.key === 'ArrowLeft' && children) setFolder(path, false)
            if (event.key === 'Enter') activate()
          }}
        >
          <span>{name}</span>
          {children && isOpen && <ul role="group">{renderAll(children, parts)}</ul>}
        </li>
      )
    })

  return (
    <ul role="tree" aria-label={label}>
      {renderAll(nodes, [])}
    </ul>
  )
}
