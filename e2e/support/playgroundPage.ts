import { expect, type Locator, type Page } from '@playwright/test';
import { TEST_IDS } from '../../components/lib/testIds';

/** The playground as a person sees it. */
export class PlaygroundPage {
  constructor(
    readonly page: Page,
    private readonly address: string,
  ) {}

  get runButton(): Locator {
    return this.page.getByTestId(TEST_IDS.runButton);
  }

  get editor(): Locator {
    return this.page.getByTestId(TEST_IDS.editor);
  }

  get plainEditor(): Locator {
    return this.page.getByTestId(TEST_IDS.plainEditor);
  }

  get phoneEditor(): Locator {
    return this.page.getByTestId(TEST_IDS.phoneEditor);
  }

  get picture(): Locator {
    return this.page.getByTestId(TEST_IDS.pictureImage);
  }

  get canvas(): Locator {
    return this.page.getByTestId(TEST_IDS.pictureCanvas);
  }

  get banner(): Locator {
    return this.page.getByTestId(TEST_IDS.pictureBanner);
  }

  get zoom(): Locator {
    return this.page.getByTestId(TEST_IDS.zoom);
  }

  /** What is said of a render that takes its time. */
  get progress(): Locator {
    return this.page.getByTestId(TEST_IDS.progress);
  }

  get liveRests(): Locator {
    return this.page.getByTestId(TEST_IDS.liveRests);
  }

  get problems(): Locator {
    return this.page.getByTestId(TEST_IDS.problem);
  }

  get output(): Locator {
    return this.page.getByTestId(TEST_IDS.output);
  }

  get shell(): Locator {
    return this.page.getByTestId(TEST_IDS.shell);
  }

  get transcript(): Locator {
    return this.page.getByTestId(TEST_IDS.shellTranscript);
  }

  get status(): Locator {
    return this.page.getByTestId(TEST_IDS.status);
  }

  get saving(): Locator {
    return this.page.getByTestId(TEST_IDS.saving);
  }

  get notice(): Locator {
    return this.page.getByTestId(TEST_IDS.notice);
  }

  get announcement(): Locator {
    return this.page.getByTestId(TEST_IDS.announcer);
  }

  /** Opens it and waits until it is alive and the full editor is there. */
  async open(): Promise<void> {
    await this.openPlain();
    await expect(this.editor.locator('.view-line').first()).toBeVisible();
    await expect(this.plainEditor).toHaveCount(0);
  }

  async openPlain(): Promise<void> {
    await this.page.goto(this.address);
    await this.page.waitForFunction(() => window.asyground !== undefined);
  }

  /** Puts the text into the editor in one go; typing that fast is not what it is made for. */
  async setText(text: string): Promise<void> {
    await this.page.evaluate((code) => window.asyground?.setText(code), text);
  }

  async text(): Promise<string> {
    return this.page.evaluate(() => window.asyground?.text() ?? '');
  }

  /** Sets the text and waits for its picture. */
  async draw(text: string): Promise<void> {
    const before = await this.picture.getAttribute('src');
    await this.setText(text);
    await expect(this.picture).not.toHaveAttribute('src', before ?? '');
    await this.expectUpToDate();
  }

  async expectUpToDate(): Promise<void> {
    await expect(this.status).toHaveText('Up to date');
  }

  /** The size of the picture at 100 %. */
  async pictureSize(): Promise<{ width: number; height: number }> {
    return this.picture.evaluate((image: HTMLImageElement) => ({
      width: image.naturalWidth,
      height: image.naturalHeight,
    }));
  }

  async showProblems(): Promise<void> {
    await this.page.getByRole('tab', { name: /Problems/ }).click();
  }

  async showOutput(): Promise<void> {
    await this.page.getByRole('tab', { name: /Output/ }).click();
  }

  /** Opens it and waits until it answers. */
  async openShell(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Shell' }).click();
    await expect(this.shell).toHaveAttribute('data-condition', 'running');
  }
}
