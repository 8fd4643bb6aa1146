import { useParams } from 'react-router'
import { FieldPage } from '../features/question-fields/field-page.tsx'
import { type FieldName, fields } from '../features/question-fields/fields.ts'
import { NotFound } from './not-found.tsx'

const isField = (name: string): name is FieldName => Object.hasOwn(fields, name)

/** The page of a kind of question, or "not found" for an unknown name. */
export function QuestionField() {
  const { field = '' } = useParams()
  return isField(field) ? <FieldPage key={field} name={field} /> : <NotFound />
}
