import type { ExplanationEntry } from '@rehearse/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import Modal from '../../shared/ui/modal.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { type Explanation, explainQuery } from './api.ts'
import styles from './explanation-dialog.module.css'
import type { Explainable } from './messages.en.ts'
import { useExplainMessages } from './messages.en.ts'

/** The rule behind a stat, and every entry that contributes to it. Load it lazily. */
export default function ExplanationDialog({
  figure,
  label,
  onClose,
}: {
  figure: string
  label: string
  onClose: () => void
}) {
  const messages = useExplainMessages()
  const session = useSession()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    explainQuery(session?.uid ?? '', figure),
  )
  const kind = figure.split(':')[0] as Explainable
  const [first] = data?.pages ?? []
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Modal title={label} sheet onClose={onClose}>
      {first && <Value kind={kind} explanation={first} />}
      <p className={styles.rule}>{messages.rules[kind]}</p>
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton heights={[3, 3, 3]} />}
      {first && entries.length === 0 && <p>{messages.nothing}</p>}
      {first && entries.length > 0 && (
        <>
          <h3 id="made-of" className={styles.heading}>
            {messages.madeOf}
            <span data-numeric>{messages.entries(first.pagination.totalCount)}</span>
          </h3>
          <div className={styles.scroller} {...keyboardScrollable}>
            <ol aria-labelledby="made-of" className={classNames('plain-list', styles.list)}>
              {entries.map((entry) => (
                <ExplanationRow key={entry.eventId} entry={entry} kind={kind} />
              ))}
            </ol>
            {hasNextPage && (
              <Button
                variant="ghost"
                size="small"
                pending={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {isFetchingNextPage ? messages.loadingEarlier : messages.earlier}
              </Button>
            )}
          </div>
        </>
      )}
    </Modal>
  )
}

function Value({ kind, explanation: { value, sum, of } }: { kind: Explainable; explanation: Explanation }) {
  const messages = useExplainMessages()
  const { difficulty } = useMessages()
  const format = useFormat()
  const shown = () => {
    if (typeof value === 'string') return difficulty[value as keyof typeof difficulty] ?? value
    if (kind === 'timeSpent') return format.duration(value)
    return kind === 'accuracy' || kind === 'category' ? format.percent(value) : format.number(value)
  }
  return (
    <p data-numeric className={styles.value}>
      {shown()}
      {of !== null && <small>{messages.sumOf(format.number(sum), format.number(of))}</small>}
    </p>
  )
}

/** An entry: what happened, on which day in the learner's time zone, and what it adds. */
function ExplanationRow({ entry, kind }: { entry: ExplanationEntry; kind: Explainable }) {
  const messages = useExplainMessages()
  const format = useFormat()
  const what = messages.types[entry.type] ?? messages.other
  const amount = () => {
    if (entry.of !== null) return messages.sumOf(format.number(entry.amount), format.number(entry.of))
    return kind === 'timeSpent' ? format.duration(entry.amount) : format.signed(entry.amount)
  }
  return (
    <li className={styles.entry}>
      <div className={styles.what}>
        <p dir="auto">{entry.title ? <InlineCode text={entry.title} /> : what}</p>
        <p className={styles.quiet}>
          {entry.title && `${what} · `}
          {messages.inZone(format.day(entry.day), entry.timeZone.replaceAll('_', ' '))}
        </p>
      </div>
      <span data-numeric className={styles.amount}>
        {amount()}
      </span>
    </li>
  )
}
