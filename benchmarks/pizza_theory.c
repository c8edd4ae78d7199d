/* Pizza Theory in C, as fast as plain C goes: the yardstick for the compiled rules.

   It plays random games with the same generator in the same order as PizzaState.playout, and prints a checksum of
   every final position, so that it also checks the rules: ./pizza_theory SEATS GAMES STATE

   Spaces are numbered as in box.py, but every set of spaces is made here from the coordinates. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t set;

static set pizza, left[3][7], touching[3][7], start[3];
static uint64_t rng;

static uint32_t below(uint32_t limit) {
    rng = UINT64_C(0x1FFFFEC6) * (rng & 0xFFFFFFFF) + (rng >> 32);
    return (uint32_t)((((rng ^ (rng >> 32)) & 0xFFFFFFFF) * limit) >> 32);
}

static set at(int x, int y) { return (set)1 << ((x + 3) * 8 + 3 - y); }

static void make_board(void) {
    for (int x = -3; x <= 3; x++)
        for (int y = -3; y <= 3; y++) {
            int place[3] = {x, y, -x - y};
            if (place[2] < -3 || place[2] > 3) continue;
            pizza |= at(x, y);
            for (int station = 0; station < 3; station++)
                for (int cut = 1; cut <= 6; cut++) {
                    if (place[station] < cut - 3) left[station][cut] |= at(x, y);
                    if (place[station] == cut - 4 || place[station] == cut - 3) touching[station][cut] |= at(x, y);
                }
        }
    start[0] = at(-1, 2) | at(1, 1);   /* c2 e2 */
    start[1] = at(-2, 1) | at(-1, -1); /* b3 c5 */
    start[2] = at(1, -2) | at(2, -1);  /* e5 f3 */
}

static int count(set s) { return __builtin_popcountll(s); }

static set nth(set s, int index) {
    while (index-- > 0) s &= s - 1;
    return s & -s;
}

static set neighbours(set s) { return (s << 1 | s >> 1 | s << 8 | s >> 8 | s << 9 | s >> 9) & pizza; }

static void replace(set colour[3], const set cut[3]) {
    set slices[8], old[3] = {colour[0], colour[1], colour[2]}, risk[3] = {0, 0, 0};
    for (int i = 0; i < 8; i++)
        slices[i] = pizza & (i & 1 ? cut[0] : ~cut[0]) & (i & 2 ? cut[1] : ~cut[1]) & (i & 4 ? cut[2] : ~cut[2]);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < 8; i++) {
            set part = old[c] & slices[i];
            if (part & (part - 1)) risk[c] = old[c];
        }
    for (int i = 0; i < 8; i++) {
        int n[3] = {count(old[0] & slices[i]), count(old[1] & slices[i]), count(old[2] & slices[i])};
        for (int c = 0; c < 3; c++) {
            int d = (c + 1) % 3, e = (c + 2) % 3;
            if (n[c] > n[d] && n[c] > n[e]) {
                set lost = (risk[d] | risk[e]) & slices[i];
                colour[c] |= lost;
                colour[d] &= ~lost;
                colour[e] &= ~lost;
            } else if (n[d] == n[e] && n[d] > n[c]) {
                colour[c] &= ~(risk[c] & slices[i]);
            }
        }
    }
}

static set add(set own, set all) {
    if (count(own) >= 16) return 0;
    set open = pizza & ~(all | neighbours(own));
    return open ? nth(open, below(count(open))) : 0;
}

/* One game to its end; with two seats white is unselected. Returns the rounds played. */
static int play(int seats, set colour[3]) {
    int first = below(seats), leader = first;
    for (int c = 0; c < 3; c++) colour[c] = start[(c - first + 3) % 3];
    for (int round = 1;; round++) {
        set cut[3];
        int roll = 0;
        if (seats == 3)
            for (int i = 0; i < 3; i++) {
                int c = (first + i) % 3;
                colour[c] |= add(colour[c], colour[0] | colour[1] | colour[2]);
            }
        else {
            colour[leader] |= add(colour[leader], colour[0] | colour[1] | colour[2]);
            colour[1 - leader] |= add(colour[1 - leader], colour[0] | colour[1] | colour[2]);
            roll = below(6) + 1;
            set open = touching[(2 - first + 3) % 3][roll] & ~(colour[0] | colour[1] | colour[2]);
            if (open && count(colour[2]) < 16) colour[2] |= nth(open, below(count(open)));
        }
        for (int c = 0; c < 3; c++) cut[c] = left[(c - first + 3) % 3][c < seats ? (int)below(6) + 1 : roll];
        replace(colour, cut);
        if (count(colour[0]) >= 16 || count(colour[1]) >= 16 || count(colour[2]) >= 16 || round == 200) return round;
        first = (first + 1) % 3;
        leader = 1 - leader;
    }
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: %s SEATS GAMES STATE\n", argv[0]), 2;
    int seats = atoi(argv[1]);
    long games = atol(argv[2]);
    rng = strtoull(argv[3], NULL, 10);
    make_board();
    uint64_t checksum = 0, rounds = 0;
    clock_t begin = clock();
    for (long game = 0; game < games; game++) {
        set colour[3];
        rounds += play(seats, colour);
        for (int c = 0; c < 3; c++) checksum = (checksum * 31 + colour[c] % 1000003) % 1000000007;
    }
    printf("%llu %llu %.9f\n", (unsigned long long)checksum, (unsigned long long)rounds,
           (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}
