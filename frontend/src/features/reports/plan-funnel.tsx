import { useFormat } from '../../shared/i18n/format.ts'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { ShareBars } from '../../shared/ui/plot/share-bars.tsx'
import { CsvButton } from './csv-button.tsx'
import { useReportMessages } from './report-messages.ts'
import type { Overview } from './report-queries.ts'
import styles from './reports.module.css'

const steps = ['started', 'answered', 'halfway', 'completed'] as const

/** How many of those who start a plan answer at all, come half of the way, and reach its end. */
export function PlanFunnel({ plans }: { plans: Overview['plans'] }) {
  const messages = useReportMessages()
  const format = useFormat()
  const named = plans.map((plan) => ({ ...plan, name: plan.title ?? plan.planId }))
  if (plans.length === 0) {
    return (
      <section aria-labelledby="funnel" className={styles.section}>
        <h2 id="funnel">{messages.funnelTitle}</h2>
        <p className={styles.quiet}>{messages.funnelEmpty}</p>
      </section>
    )
  }
  return (
    <div className={styles.section}>
      <PlotFrame
        title={messages.funnelTitle}
        summary={messages.funnelSummary(plans.length)}
        columns={[messages.plan, ...steps.map((step) => messages.steps[step])]}
        rows={named.map((plan) => [plan.name, ...steps.map((step) => format.number(plan[step]))])}
      >
        <div className={styles.funnels}>
          {named.map((plan) => {
            const bars = steps.map((step) => ({
              key: step,
              label: messages.steps[step],
              share: plan.started === 0 ? 0 : plan[step] / plan.started,
              text: format.number(plan[step]),
            }))
            return (
              <div key={plan.planId}>
                <h3 dir="auto">{plan.name}</h3>
                <ShareBars
                  label={`${plan.name}: ${bars.map(({ label, text }) => `${label} ${text}`).join(', ')}`}
                  bars={bars}
                />
              </div>
            )
          })}
        </div>
      </PlotFrame>
      <CsvButton
        name="rehearse-plans"
        of={messages.funnelTitle}
        table={() => ({
          columns: ['planId', 'title', ...steps],
          rows: plans.map((plan) => [plan.planId, plan.title, ...steps.map((step) => plan[step])]),
        })}
      />
    </div>
  )
}
