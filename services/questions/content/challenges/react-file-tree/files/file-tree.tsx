export interface Node {
  name: string
  children?: readonly Node[]
}

export interface FileTreeProps {
  label: string
  nodes: readonly Node[]
  onOpen: (path: string) => void
}

export function FileTree({ label, nodes, onOpen }: FileTreeProps) {
  return (
    <div role="tree" aria-label={label}>
      {nodes.map(({ name }) => (
        <div key={name} role="treeitem" aria-label={name} aria-selected="false">
          {name}
        </div>
      ))}
    </div>
  )
}
