import type { Progress } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import styles from './lists.module.css'
import type { ProgressMessages } from './messages/en.ts'
import { useProgressMessages } from './progress-messages.ts'
import { TitledList } from './titled-list.tsx'

/** Round numbers that were reached, the latest first. */
export function Milestones({ milestones }: { milestones: Progress['achievements']['milestones'] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const latestFirst = milestones.toSorted((one, other) => other.reachedAt.localeCompare(one.reachedAt))
  return (
    <TitledList title={messages.milestones} empty={messages.milestonesEmpty} ordered>
      {latestFirst.map(({ id, reachedAt }) => (
        <li key={id} className={styles.row}>
          <p data-numeric>{nameOf(id, messages)}</p>
          <p className={styles.quiet}>{format.date(reachedAt)}</p>
        </li>
      ))}
    </TitledList>
  )
}

/** `answers-10`: ten answers. One that is not known yet says its own name. */
function nameOf(id: string, { milestone }: ProgressMessages): string {
  const [measure = '', count] = id.split('-')
  const say = Object.hasOwn(milestone, measure) ? milestone[measure as keyof typeof milestone] : undefined
  return say ? say(Number(count)) : id
}
