import { GripVertical, Pencil, Trash2 } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Link } from 'react-router'
import { StatusTag } from '../../shared/admin/status-panel.tsx'
import { useMessages } from '../../shared/i18n/locale.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { LibraryLocale } from '../../shared/ui/library-locale.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { type Collection, type Entry, titleOf } from './collection.ts'
import styles from './content-editor.module.css'
import { useContentMessages } from './messages.en.ts'
import { SectionIcon } from './section-icon.tsx'

/**
 * The rows of a list. If they can be reordered, each has a handle: drag it with a pointer, or press Enter, move with
 * the arrow keys and press Enter again.
 */
export function ArrangedRows({
  collection,
  entries,
  label,
  onArrange,
  onEdit,
  onDelete,
}: {
  collection: Collection
  entries: readonly Entry[]
  label: string
  onArrange: ((entries: readonly Entry[]) => void) | undefined
  onEdit: (entry: Entry) => void
  /** Absent for those who can't. */
  onDelete: ((entry: Entry) => void) | undefined
}) {
  const messages = useContentMessages()
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !onArrange,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const moved = entries.filter(({ id }) => keys.has(id))
      const others = entries.filter(({ id }) => !keys.has(id))
      const at = others.findIndex(({ id }) => id === target.key)
      if (at >= 0) onArrange?.(others.toSpliced(target.dropPosition === 'before' ? at : at + 1, 0, ...moved))
    },
  })
  return (
    <LibraryLocale>
      <GridList
        // The list library fixes this option on mount.
        key={onArrange ? 'arranged' : 'fixed'}
        aria-label={label}
        keyboardNavigationBehavior="tab"
        {...(onArrange && { dragAndDropHooks })}
        className={styles.rows ?? ''}
      >
        {entries.map((entry) => {
          const title = titleOf(collection, entry)
          return (
            <GridListItem key={entry.id} id={entry.id} textValue={title} className={styles.row ?? ''}>
              {onArrange && (
                <AriaButton slot="drag" aria-label={messages.drag(title)} className={styles.handle ?? ''}>
                  <GripVertical aria-hidden size={18} />
                </AriaButton>
              )}
              {collection.name === 'sections' && <SectionIcon name={entry.icon} />}
              <div className={styles.words}>
                <p className={styles.title}>
                  <bdi>{title}</bdi>
                </p>
                <RowFacts collection={collection} entry={entry} />
              </div>
              <div className={styles.rowActions}>
                <IconButton icon={Pencil} label={messages.edit(title)} onClick={() => onEdit(entry)} />
                {onDelete && (
                  <IconButton icon={Trash2} label={messages.delete(title)} onClick={() => onDelete(entry)} />
                )}
              </div>
            </GridListItem>
          )
        })}
      </GridList>
    </LibraryLocale>
  )
}

/** Details of a row besides its title: its kind, its contents, and a link to its public page. */
function RowFacts({ collection, entry }: { collection: Collection; entry: Entry }) {
  const messages = useContentMessages()
  const { common } = useMessages()
  const { questions, shown, page } = collection
  const isHidden = entry.status !== undefined && entry.status !== 'approved'
  const values = shown.flatMap((field) => (typeof entry[field] === 'string' ? entry[field] : []))
  return (
    <p className={styles.facts}>
      {values.map((value) => (
        <Tag key={value}>{messages.choices[value] ?? value}</Tag>
      ))}
      {isHidden && entry.status && <StatusTag status={entry.status} />}
      {entry.isActive === false && <Tag>{messages.inactive}</Tag>}
      {questions && (
        <Link to={`/admin/questions/unified?${questions}=${encodeURIComponent(entry.id)}`}>
          {common.questions(Number(entry.questionCount))}
        </Link>
      )}
      {page && !isHidden && <Link to={page(entry.id)}>{messages.asLearners}</Link>}
    </p>
  )
}
