import { BulkImportPanel } from '../features/bulk-import/bulk-import.tsx'
import { LearnerPreview } from '../features/practice/learner-preview.tsx'
import { QuestionManager } from '../features/question-manager/question-manager.tsx'
import { RegradeOffer } from '../features/reports/regrade.tsx'

export function UnifiedQuestions() {
  return (
    <QuestionManager
      importPanel={(close) => <BulkImportPanel onClose={close} />}
      preview={(question) => <LearnerPreview question={question} />}
      regradeOffer={({ id, version }, close) => <RegradeOffer id={id} version={version} onClose={close} />}
    />
  )
}
