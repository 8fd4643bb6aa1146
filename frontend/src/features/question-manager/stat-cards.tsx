import { useQuery } from '@tanstack/react-query'
import { questionStatsQuery } from '../../shared/api/catalogue.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { useManagerMessages } from './manager-messages.ts'

export function StatCards() {
  const manager = useManagerMessages()
  const format = useFormat()
  const { data: stats } = useQuery(questionStatsQuery)
  const figure = (value: number | undefined) => (value === undefined ? '–' : format.number(value))
  return (
    <Figures>
      <Figure label={manager.total} value={figure(stats?.totalQuestions)} />
      <Figure label={manager.active} value={figure(stats?.activeQuestions)} />
      <Figure label={manager.inactive} value={figure(stats?.inactiveQuestions)} />
      <Figure label={manager.avgDifficulty} value={stats ? format.decimal(stats.averageDifficulty) : '–'} />
    </Figures>
  )
}
