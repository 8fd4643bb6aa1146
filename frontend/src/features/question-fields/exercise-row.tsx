import type { BankItem } from '@rehearse/contracts'
import { ExternalLink } from 'lucide-react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import { useFieldMessages } from './field-messages.ts'
import styles from './field-page.module.css'

export function ExerciseRow({ item }: { item: BankItem }) {
  const messages = useFieldMessages()
  const { difficulty } = useMessages()
  return (
    <li className={styles.row}>
      <div>
        <h3 dir="auto">
          <a href={item.url} target="_blank" rel="noopener noreferrer">
            {item.title}
            <ExternalLink aria-hidden size={14} className={styles.mark} />
            <span className="visually-hidden"> {messages.elsewhere}</span>
          </a>
        </h3>
        <p dir="auto" className={styles.text}>
          {item.description}
        </p>
      </div>
      <p className={styles.tags}>
        <Tag>{difficulty[item.difficulty]}</Tag>
        <Tag>{messages.minutes(item.estimatedTime)}</Tag>
        {item.companies.map((company) => (
          <Tag key={company}>{company}</Tag>
        ))}
      </p>
    </li>
  )
}
