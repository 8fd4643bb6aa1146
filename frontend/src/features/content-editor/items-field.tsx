import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { newItem } from './draft.ts'
import type { Draft, DraftItem, FieldOf } from './field.ts'
import styles from './fields.module.css'
import { useForm } from './form-context.ts'
import { useContentMessages } from './messages.ts'

/** Parts of a document that there are several of: added, removed and moved one by one. */
export function ItemsField({
  field,
  path,
  items,
  onChange,
  editors,
}: {
  field: FieldOf<'items'>
  path: string
  items: readonly DraftItem[]
  onChange: (items: readonly DraftItem[]) => void
  editors: (draft: Draft, prefix: string, change: (draft: Draft) => void) => ReactNode
}) {
  const messages = useContentMessages()
  const { disabled, faults } = useForm()
  const label = messages.fields[field.name]
  const { one = label, add = label } = messages.items[field.name] ?? {}
  const error = faults[path]
  const change = (key: string, draft: Draft) =>
    onChange(items.map((item) => (item.key === key ? { key, draft } : item)))
  const move = (from: number, by: number) => {
    const others = items.toSpliced(from, 1)
    const moved = items[from]
    if (moved) onChange(others.toSpliced(from + by, 0, moved))
  }

  return (
    <fieldset disabled={disabled} data-fault={error ? true : undefined} className={styles.items}>
      <legend>{label}</legend>
      {error && <p className={styles.error}>{error}</p>}
      {items.map(({ key, draft }, at) => {
        const name = messages.item(one, at + 1)
        return (
          <fieldset key={key} aria-label={name} className={styles.item}>
            <div className={styles.itemHeader}>
              <span aria-hidden>{at + 1}</span>
              <IconButton
                icon={ArrowUp}
                label={messages.moveUp(name)}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={messages.moveDown(name)}
                disabled={at === items.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton
                icon={Trash2}
                label={messages.remove(name)}
                disabled={items.length <= field.min}
                onClick={() => onChange(items.filter((other) => other.key !== key))}
              />
            </div>
            {editors(draft, `${path}.${at}.`, (next) => change(key, next))}
          </fieldset>
        )
      })}
      <Button
        variant="ghost"
        className={styles.add}
        onClick={() => onChange([...items, newItem(field.fields)])}
      >
        <Plus aria-hidden size={16} />
        {add}
      </Button>
    </fieldset>
  )
}
