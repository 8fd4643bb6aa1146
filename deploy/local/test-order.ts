import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Projects whose files take long come first: at the end of a run, no worker shall wait for one long file. */
const order = ['architecture', 'chaos', 'platform', 'integration', 'frontend', 'unit']

export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => order.indexOf(project.name)
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
