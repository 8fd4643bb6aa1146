import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { usePracticeMessages } from './messages.en.ts'
import type { Mode } from './round.ts'

/** A run without questions: why, and where there are some. */
export default function NothingToPractise({ mode }: { mode: Mode }) {
  const { practice } = useMessages()
  const messages = usePracticeMessages()
  if (mode !== 'free' && mode !== 'mock') {
    const guided = mode === 'guided'
    return (
      <EmptyState
        {...messages.nothing[mode]}
        action={
          <>
            {guided && (
              <ButtonLink to="/study-plans" variant="primary">
                {messages.toPlans}
              </ButtonLink>
            )}
            <ButtonLink to="/questions" variant={guided ? 'plain' : 'primary'}>
              {messages.toFree}
            </ButtonLink>
          </>
        }
      />
    )
  }
  return (
    <EmptyState
      title={practice.emptyTitle}
      text={practice.emptyText}
      action={
        <ButtonLink to="/questions" variant="primary">
          {practice.emptyAction}
        </ButtonLink>
      }
    />
  )
}
