import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useStudyPlanMessages } from './study-plan-messages.ts'
import styles from './study-plans.module.css'
import type { Template } from './templates.ts'

/** A plan to choose. */
export function TemplateRow({
  template,
  pending,
  onStart,
}: {
  template: Template
  pending: boolean
  onStart: () => void
}) {
  const { common } = useMessages()
  const messages = useStudyPlanMessages()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3 dir="auto">{template.name}</h3>
        {template.description && (
          <p dir="auto" className={styles.quiet}>
            {template.description}
          </p>
        )}
        <p className={styles.tags}>
          {template.isRecommended && <Tag tone="ok">{messages.recommended}</Tag>}
          <Tag>{messages.days(template.duration)}</Tag>
          <Tag>{common.questions(template.totalQuestions)}</Tag>
          <Tag>{messages.daily(template.dailyQuestions)}</Tag>
          <Tag>{messages.difficulty[template.difficulty]}</Tag>
          <Tag>{messages.perDay(template.estimatedTime)}</Tag>
        </p>
      </div>
      <div className={styles.actions}>
        {!template.isSample && (
          <ButtonLink to={`/study-plans/${template.id}`} variant="ghost">
            {messages.see} <span className="visually-hidden">{template.name}</span>
          </ButtonLink>
        )}
        <Button pending={pending} onClick={onStart}>
          {pending ? messages.saving : messages.start}{' '}
          <span className="visually-hidden">{template.name}</span>
        </Button>
      </div>
    </li>
  )
}
