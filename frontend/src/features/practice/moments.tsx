import { Award, Flame, TrendingUp } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { useEndMessages } from './end-messages.en.ts'
import type { Graded, Moment } from './grade-locally.ts'
import styles from './moments.module.css'

const icons = { badge: Award, level: TrendingUp, streak: Flame }

/** A line each for a badge, a level and a longer streak, announced as they appear. */
export function Moments({ moments, announced = true }: { moments: readonly Moment[]; announced?: boolean }) {
  const messages = useEndMessages()
  const format = useFormat()
  const textOf = (moment: Moment): string => {
    switch (moment.kind) {
      case 'badge':
        return messages.badge(moment.name)
      case 'level':
        return messages.level(format.number(moment.level))
      case 'streak':
        return messages.streak(moment.days)
    }
  }
  return (
    <div role={announced ? 'status' : undefined}>
      <ul className={classNames('plain-list', styles.moments)}>
        {moments.map((moment) => {
          const Icon = icons[moment.kind]
          const text = textOf(moment)
          return (
            <li key={text}>
              <Icon aria-hidden size={18} />
              <span dir="auto">{text}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Why the server's result differs from what this device showed. */
export function ResultChange({ graded }: { graded: Graded }) {
  const messages = useEndMessages()
  if (graded.first) return <p>{messages.answeredElsewhere}</p>
  return graded.overruled && <p>{messages.overruled}</p>
}
