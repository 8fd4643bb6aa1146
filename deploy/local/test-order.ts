import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Projects with long files come first, so that no worker waits for one long file at the end. */
const order = ['architecture', 'chaos', 'platform', 'integration', 'frontend', 'unit']

export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => order.indexOf(project.name)
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
