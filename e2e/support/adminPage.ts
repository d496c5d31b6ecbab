import { expect, type Locator, type Page } from '@playwright/test';

/** The admin page as whoever runs the service sees it. */
export class AdminPage {
  constructor(
    readonly page: Page,
    private readonly address: string,
  ) {}

  get freshness(): Locator {
    return this.page.getByTestId('freshness');
  }

  get alarms(): Locator {
    return this.page.getByTestId('alarms');
  }

  get dialog(): Locator {
    return this.page.getByRole('alertdialog');
  }

  /** What was said of the last action. */
  get said(): Locator {
    return this.page.getByTestId('said');
  }

  panel(name: string): Locator {
    return this.page.getByTestId(name);
  }

  tasks(state: string): Locator {
    return this.panel('tasks').getByRole('row').filter({ hasText: state });
  }

  async signIn(token: string): Promise<void> {
    await this.page.goto(`${this.address}/admin`);
    await this.page.getByLabel('Token').fill(token);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await expect(this.freshness).toHaveText('Live');
  }

  /** By the link in the navigation, as a person would. */
  async open(section: string): Promise<void> {
    const link = this.page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: section, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }

  /** Presses a button that asks first, and says yes; answers what was asked. */
  async confirm(button: Locator): Promise<string> {
    await button.click();
    const question = (await this.dialog.locator('p').textContent()) ?? '';
    await this.page.getByTestId('confirm-yes').click();
    await expect(this.dialog).toBeHidden();
    return question;
  }
}
