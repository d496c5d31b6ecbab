// A tool that stands by, asked by a caller. Argument: the library standby.so, which is preloaded into this very program.
#define _GNU_SOURCE
#include "../standby.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../request.h"
#include "check.h"

static char folder[] = "/tmp/standby-test-XXXXXX", address[64], preload[512];
static struct request request;
static pid_t original;

// What the tool does with the words of a call.
static int tool(char **argv) {
  char here[256];
  if (strcmp(argv[1], "say") == 0) return dprintf(STDOUT_FILENO, "%s", argv[2]), atoi(argv[3]);
  if (strcmp(argv[1], "folder") == 0) return dprintf(STDOUT_FILENO, "%s", getcwd(here, sizeof here)), 0;
  if (strcmp(argv[1], "die") == 0) raise(SIGTERM);
  if (strcmp(argv[1], "wait") == 0) pause();
  return 99;
}

static void startTool(void) {
  int ready[2];
  char variable[96], number[32], byte;
  CHECK(pipe(ready) == 0);
  snprintf(variable, sizeof variable, STANDBY_ADDRESS "=%s", address);
  snprintf(number, sizeof number, STANDBY_READY "=%d", ready[1]);
  original = fork();
  if (original == 0) {
    char *words[] = {"tool", NULL}, *variables[] = {preload, "A=1", variable, number, NULL};
    execve("/proc/self/exe", words, variables);
    _exit(127);
  }
  close(ready[1]);
  CHECK(read(ready[0], &byte, 1) == 1);
  close(ready[0]);
}

// The connection of a caller whose output goes into a pipe; -1 if it was refused.
static int call(char *const words[], char *const variables[], int *output) {
  int ends[2], connection = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  char answer = 0;
  strcpy(name.sun_path, address);
  CHECK(connect(connection, (struct sockaddr *)&name, sizeof name) == 0 && pipe(ends) == 0);
  CHECK(packRequest(&request, words, variables));
  for (int i = 0; i < REQUEST_FOLDER; i++) request.descriptors[i] = ends[1];
  request.descriptors[REQUEST_FOLDER] = open("/usr", O_RDONLY | O_DIRECTORY);
  CHECK(sendRequest(connection, &request));
  close(ends[1]);
  *output = ends[0];
  CHECK(recv(connection, &answer, 1, 0) == 1);
  if (answer == STANDBY_TAKEN) return connection;
  CHECK(answer == STANDBY_REFUSED);
  close(connection);
  return -1;
}

static int statusOf(int connection) {
  int status = -1;
  CHECK(recv(connection, &status, sizeof status, 0) == sizeof status);
  close(connection);
  return status;
}

static int printed(int output, const char *expected) {
  char text[256];
  ssize_t length = read(output, text, sizeof text);
  close(output);
  return length == (ssize_t)strlen(expected) && memcmp(text, expected, (size_t)length) == 0;
}

int main(int argc, char **argv) {
  if (strcmp(argv[0], "tool") == 0) return tool(argv);
  if (argc != 2 || !mkdtemp(folder)) return 2;
  snprintf(address, sizeof address, "%s/tool", folder);
  snprintf(preload, sizeof preload, "LD_PRELOAD=%s", argv[1]);
  char *usual[] = {preload, "A=1", NULL}, *other[] = {preload, "A=2", NULL};
  int output;
  startTool();

  // It goes on with the words, the output and the folder of its caller, again and again.
  int connection = call((char *[]){"tool", "say", "one", "0", NULL}, usual, &output);
  CHECK(printed(output, "one") && WEXITSTATUS(statusOf(connection)) == 0);
  connection = call((char *[]){"tool", "say", "two", "7", NULL}, usual, &output);
  CHECK(printed(output, "two") && WEXITSTATUS(statusOf(connection)) == 7);
  connection = call((char *[]){"tool", "folder", NULL}, usual, &output);
  CHECK(printed(output, "/usr") && WEXITSTATUS(statusOf(connection)) == 0);

  // Several at a time, and how each of them ends.
  int first = call((char *[]){"tool", "wait", NULL}, usual, &output), waiting = output;
  connection = call((char *[]){"tool", "die", NULL}, usual, &output);
  CHECK(WTERMSIG(statusOf(connection)) == SIGTERM);

  // A caller that is gone takes its tool along: the other end of its output closes.
  struct pollfd end = {.fd = waiting, .events = POLLIN};
  CHECK(poll(&end, 1, 0) == 0);
  close(first);
  CHECK(poll(&end, 1, 5000) == 1 && (end.revents & POLLHUP));

  // Another environment is another call.
  CHECK(call((char *[]){"tool", "say", "x", "0", NULL}, other, &output) == -1);
  CHECK(call((char *[]){"tool", "say", "x", "0", NULL}, usual + 1, &output) == -1);

  kill(original, SIGKILL);
  unlink(address);
  rmdir(folder);
  return ended();
}
