import type { ComponentProps } from 'react'
import { type Authored, ChallengeBench } from '../features/coding/challenge-bench.tsx'
import type { ContentPage } from '../features/content-editor/content-page.tsx'

/** What is shown beside the entries of a list, in their form and in the review queue. */
export const besideEntries: NonNullable<ComponentProps<typeof ContentPage>['beside']> = {
  // The form for challenges has exactly the fields of a challenge.
  challenges: (body, proof) => (
    <ChallengeBench
      challenge={body as unknown as Authored}
      proof={proof as unknown as ComponentProps<typeof ChallengeBench>['proof']}
    />
  ),
}
