import { useMessages } from '../../shared/i18n/locale.ts'
import { codeLanguages, languageNames } from '../../shared/ui/code-editor/code-language.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import type { ChallengeFilterName, ChallengeFilters } from './challenge-filters.ts'
import styles from './challenge-list.module.css'
import { useCodingMessages } from './coding-messages.ts'

export function FilterFields({
  filters,
  withState,
  onChoose,
}: {
  filters: ChallengeFilters
  /** Nobody knows what a visitor has done. */
  withState: boolean
  onChoose: (name: ChallengeFilterName, value: string) => void
}) {
  const coding = useCodingMessages()
  const { difficulty } = useMessages()
  const groups = [
    {
      name: 'category',
      label: coding.category,
      all: coding.allCategories,
      choices: codeLanguages.map((language) => ({ value: language, label: languageNames[language] })),
    },
    {
      name: 'difficulty',
      label: coding.difficulty,
      all: difficulty.all,
      choices: (['easy', 'medium', 'hard'] as const).map((level) => ({
        value: level,
        label: difficulty[level],
      })),
    },
    {
      name: 'state',
      label: coding.state,
      all: coding.allStates,
      choices: [
        { value: 'open', label: coding.stateOpen },
        { value: 'done', label: coding.stateDone },
      ],
    },
  ] as const
  return (
    <search aria-label={coding.filters} className={styles.filters}>
      {groups
        .filter(({ name }) => withState || name !== 'state')
        .map(({ name, label, all, choices }) => (
          <SelectField
            key={name}
            label={label}
            value={filters[name] ?? ''}
            onChange={(event) => onChoose(name, event.target.value)}
            choices={[{ value: '', label: all }, ...choices]}
          />
        ))}
    </search>
  )
}
