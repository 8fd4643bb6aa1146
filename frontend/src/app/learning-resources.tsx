import type { ComponentProps } from 'react'
import type { Authored } from '../features/coding/challenge-bench.tsx'
import { ChallengeBench } from '../features/coding/challenge-bench.tsx'
import { ContentPage } from '../features/content-editor/content-page.tsx'
import { libraryCollections } from '../features/content-editor/library.ts'

export function LearningResources() {
  return (
    <ContentPage
      page="learningResources"
      collections={libraryCollections}
      beside={{
        // The form for challenges has exactly the fields of a challenge.
        challenges: (body, proof) => (
          <ChallengeBench
            challenge={body as unknown as Authored}
            proof={proof as unknown as ComponentProps<typeof ChallengeBench>['proof']}
          />
        ),
      }}
    />
  )
}
