import { Fragment, useEffect, useRef, useState } from 'react'

export interface Item {
  id: string
  label: string
  children?: readonly Item[]
}

export interface CheckboxTreeProps {
  items: readonly Item[]
  onChange: (ids: string[]) => void
}

type State = 'all' | 'none' | 'some'

function statesOf(items: readonly Item[], checked: readonly string[], states = new Map<string, State>()) {
  for (const { id, children } of items) {
    if (!children?.length) states.set(id, checked.includes(id) ? 'all' : 'none')
    else {
      statesOf(children, checked, states)
      const inner = new Set(children.map((child) => states.get(child.id) as State))
      states.set(id, inner.size === 1 ? ([...inner][0] as State) : 'some')
    }
  }
  return states
}

function leaves(items: readonly Item[]): string[] {
  return items.flatMap((item) => (item.children?.length ? leaves(item.children) : item.id))
}

export function CheckboxTree({ items, onChange }: CheckboxTreeProps) {
  const [checked, setChecked] = useState<readonly string[]>([])
  const states = statesOf(items, checked)

  const render = (list: readonly Item[]) => (
    <ul>
      {list.map((item) => (
        <li key={item.id}>
          <Box
            label={item.label}
            state={states.get(item.id) as State}
            onToggle={() => {
              const own = leaves([item])
              const isOn = states.get(item.id) !== 'all'
              const next = leaves(items).filter((id) => (own.includes(id) ? isOn : checked.includes(id)))
              setChecked(next)
              onChange(next)
            }}
          />
          {item.children?.length ? <Fragment>{render(item.children)}</Fragment> : null}
        </li>
      ))}
    </ul>
  )
  return render(items)
}

function Box({ label, state, onToggle }: { label: string; state: State; onToggle: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = state === 'some'
  })
  return (
    <>
      <input ref={input} type="checkbox" aria-label={label} checked={state === 'all'} onChange={onToggle} />
      <span aria-hidden="true">{label}</span>
    </>
  )
}
