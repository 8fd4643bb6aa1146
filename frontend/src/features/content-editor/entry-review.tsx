import type { ReviewedEntry } from '@rehearse/contracts'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAdminSelf } from '../../shared/admin/admin-self.ts'
import styles from '../../shared/admin/review.module.css'
import { useStatusMessages } from '../../shared/admin/status-messages.en.ts'
import { mayEdit, StatusPanel, useEditorNames } from '../../shared/admin/status-panel.tsx'
import { type Collection, kindOf } from './collection.ts'
import editorStyles from './content-editor.module.css'
import { bodyOf, draftOf } from './draft.ts'
import { EntryDiff, useFieldText } from './entry-diff.tsx'
import type { Beside, Proof } from './entry-form.tsx'
import { libraryCollections } from './library.ts'
import { useContentMessages } from './messages.en.ts'
import { plans } from './taxonomy-pages.tsx'

/** A library entry in the review queue: what changed, all of it, and what this editor can do. */
export function EntryReview({
  item,
  beside,
  onDone,
}: {
  item: ReviewedEntry
  /** Shown with entries of this list, as in their form. */
  beside: Partial<Record<Collection['name'], Beside>>
  onDone: (message: string) => void
}) {
  const messages = useStatusMessages()
  const { collections: names } = useContentMessages()
  const self = useAdminSelf()
  const nameOf = useEditorNames()
  const proof = useRef<Proof>(null)
  const [shown, setShown] = useState(false)
  const collection = [...libraryCollections, plans].find(({ name }) => kindOf[name] === item.kind)
  const fields = collection?.fields ?? []
  const one = collection ? names[collection.name].one : item.kind
  const body = bodyOf(fields, draftOf(fields, item.fields), null)
  const page = collection === plans ? '/admin/content' : '/admin/learning-resources'
  return (
    <>
      <h2 dir="auto">{item.title}</h2>
      <p className={styles.quiet}>
        {item.createdBy === null ? one : messages.writtenBy(nameOf(item.createdBy), one)}
      </p>
      {item.approvedFields === null ? (
        <p>{messages.isNew}</p>
      ) : (
        <>
          <p className={styles.quiet}>{messages.compared}</p>
          <EntryDiff
            fields={fields}
            before={item.approvedFields}
            after={item.fields}
            same={messages.unchanged}
          />
        </>
      )}
      <details className={styles.details} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>{messages.wholeEntry}</summary>
        {shown && <Whole collection={collection} item={item} />}
      </details>
      {collection && beside[collection.name]?.(body, proof)}
      <StatusPanel
        content={{ ...item, version: item.revision, isActive: item.fields.isActive !== false }}
        check={async () => (await proof.current?.(body, undefined)) ?? null}
        onDone={onDone}
      />
      {collection && mayEdit(item, self) && (
        <p className={styles.ways}>
          <Link to={`${page}?list=${collection.name}&entry=${item.id}`}>{messages.editEntry(one)}</Link>
        </p>
      )}
    </>
  )
}

function Whole({ collection, item }: { collection: Collection | undefined; item: ReviewedEntry }) {
  const { fields: labels } = useContentMessages()
  const textOf = useFieldText()
  const filled = (collection?.fields ?? []).filter(({ name }) => textOf(item.fields[name]) !== '')
  return (
    <dl className={editorStyles.versionChanges}>
      {filled.map(({ name, label }) => (
        <div key={name}>
          <dt>{labels[label ?? name]}</dt>
          <dd dir="auto" className={styles.text}>
            {textOf(item.fields[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
