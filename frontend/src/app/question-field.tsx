import { useParams } from 'react-router'
import { type FieldName, FieldPage, fields } from '../features/question-fields/field-page.tsx'
import { NotFound } from './not-found.tsx'

const isField = (name: string): name is FieldName => Object.hasOwn(fields, name)

/** The page of a kind of question, or "not found" for an unknown name. */
export function QuestionField() {
  const { field = '' } = useParams()
  return isField(field) ? <FieldPage key={field} name={field} /> : <NotFound />
}
