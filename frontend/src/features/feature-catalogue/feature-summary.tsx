import type { FeatureSummary } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { useFeatureCatalogueMessages } from './feature-catalogue-messages.ts'

export function FeatureSummaryFigures({ summary }: { summary: FeatureSummary }) {
  const messages = useFeatureCatalogueMessages()
  const format = useFormat()
  return (
    <Figures>
      <Figure
        label={messages.total}
        value={format.number(summary.total)}
        line={`${messages.website(format.number(summary.website))}, ${messages.admin(format.number(summary.admin))}`}
      />
      <Figure label={messages.completed} value={format.number(summary.completed)} />
      <Figure label={messages.inProgress} value={format.number(summary.inProgress)} />
      <Figure label={messages.pending} value={format.number(summary.pending)} />
      <Figure label={messages.completionRate} value={format.percent(summary.completionRate)} />
    </Figures>
  )
}
