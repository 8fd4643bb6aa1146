import { type KeyboardEvent, useState } from 'react'

export interface Node {
  name: string
  children?: readonly Node[]
}

export interface FileTreeProps {
  label: string
  nodes: readonly Node[]
  onOpen: (path: string) => void
}

interface Row {
  path: string
  name: string
  level: number
  isExpanded: boolean | undefined
}

export function FileTree({ label, nodes, onOpen }: FileTreeProps) {
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const [active, setActive] = useState<string | null>(null)

  const rows = rowsOf(nodes, expanded)
  const stop = rows.find(({ path }) => path === active) ?? rows[0]

  function toggle(path: string) {
    setExpanded(expanded.includes(path) ? expanded.filter((other) => other !== path) : [...expanded, path])
  }

  function activate({ path, isExpanded }: Row) {
    if (isExpanded === undefined) onOpen(path)
    else toggle(path)
  }

  function onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLElement>, row: Row) {
    const siblings: Record<string, Element | null> = {
      ArrowDown: currentTarget.nextElementSibling,
      ArrowUp: currentTarget.previousElementSibling,
    }
    const sibling = siblings[key]
    if (sibling instanceof HTMLElement) sibling.focus()
    if (key === 'ArrowRight' && row.isExpanded === false) toggle(row.path)
    if (key === 'ArrowLeft' && row.isExpanded) toggle(row.path)
    if (key === 'Enter') activate(row)
  }

  return (
    <div role="tree" aria-label={label}>
      {rows.map((row) => (
        <div
          key={row.path}
          role="treeitem"
          aria-level={row.level}
          aria-expanded={row.isExpanded}
          aria-selected="false"
          tabIndex={row === stop ? 0 : -1}
          style={{ paddingInlineStart: `${row.level}em` }}
          onFocus={() => setActive(row.path)}
          onClick={() => activate(row)}
          onKeyDown={(event) => onKeyDown(event, row)}
        >
          {row.name}
        </div>
      ))}
    </div>
  )
}

/** The visible nodes from top to bottom. */
function rowsOf(nodes: readonly Node[], expanded: readonly string[], folder = '', level = 1): Row[] {
  const isFile = ({ children }: Node) => Number(children === undefined)
  const sorted = nodes.toSorted((a, b) => isFile(a) - isFile(b) || a.name.localeCompare(b.name))
  return sorted.flatMap(({ name, children }) => {
    const path = folder + name
    if (!children) return { path, name, level, isExpanded: undefined }
    const isExpanded = expanded.includes(path)
    const inner = isExpanded ? rowsOf(children, expanded, `${path}/`, level + 1) : []
    return [{ path, name, level, isExpanded }, ...inner]
  })
}
