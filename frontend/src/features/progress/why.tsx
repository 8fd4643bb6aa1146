import { lazy } from 'react'
import { WhyButton } from '../../shared/ui/why.tsx'

const ExplanationDialog = lazy(() => import('./explanation-dialog.tsx'))

/** "Why?": opens the explanation of a stat, with every entry that contributes to it. */
export const Why = ({
  figure,
  label,
}: {
  /** Its name in GET /api/progress/explain/{figure}. */
  figure: string
  /** Its visible label. */
  label: string
}) => (
  <WhyButton label={label}>
    {(onClose) => <ExplanationDialog figure={figure} label={label} onClose={onClose} />}
  </WhyButton>
)
