"""Positions from games that a person played against the staff: who stood where when it had to move."""

from __future__ import annotations


def standing(text: str) -> dict[str, str]:
    """Units and their hexes, of lines such as "BB7: ge-in-x ge-in-i"."""
    return {
        unit: place
        for row in text.split("\n")
        if row
        for place, _, units in [row.partition(":")]
        for unit in units.split()
    }


JUNE_1941 = standing(
    """
A20: ru-army-12
B18: fi-in-iv fi-in-vi fi-in-vii
C19: ge-mt-nor
D14: fi-in-iii
E17: ru-army-18
O6: ru-army-23
P6: ru-army-6
Q7: ru-army-27
R6: ru-shock-1
S4: ge-in-xxviii ge-in-xxxviii
S7: ru-army-28
T5: ge-in-xxvi
U8: ru-armor-1
V5: ge-in-ii
V6: ge-pg-lvi ge-pz-xl
V7: ru-armor-2
V8: ru-army-10
W6: ge-pz-xli ge-pg-xlvi ge-in-xxiii
X4: ge-in-l ge-in-li ge-in-liii
X6: ru-shock-2
Y4: ge-in-viii
Y7: ru-army-11
Z7: ru-armor-3
AA4: ge-in-xxxv
AA5: ge-in-ix ge-in-xii ge-in-xiii
AA7: ru-armor-7
BB4: ge-in-vi
BB6: ge-pz-xlvii ge-pz-xiv
BB7: ru-armor-4
CC3: ge-mt-xlix
CC5: ge-in-xx ge-in-xlii ge-in-xliii
CC6: ge-pz-xxxix ge-pz-xlviii ge-pz-lvii
DD4: ge-in-xliv ge-in-lii ge-in-lv
DD6: ge-pz-iii ge-pz-xxiv
DD7: ru-armor-5
EE4: ge-in-iv ge-in-xvii ge-in-xxix
EE5: ge-in-vii
EE7: ru-army-16
FF6: ru-army-5
GG7: ru-army-19
HH7: ru-army-20
II8: ru-cav-2
JJ8: ru-army-21
KK9: ru-army-9
KK10: ru-cav-5
LL9: rm-cav
LL10: ge-in-xi ge-in-xxx ge-in-liv
MM10: rm-mt
MM11: ru-army-22
NN8: rm-in-vi
NN9: rm-in-iv
NN11: ru-army-24
OO12: ru-army-26
PP10: rm-in-iii rm-in-xi
PP12: ru-armor-6
QQ13: ru-army-4
RR13: ru-army-7
"""
)
"""The German June is over: the Finns stand in Karelia, Leningrad is empty."""

JULY_1941 = standing(
    """
B20: ru-army-12
D14: fi-in-iii
D20: ru-army-18
G17: ge-mt-nor
H17: fi-in-iv fi-in-vi fi-in-vii
O6: ru-armor-1
P6: ru-army-6
Q7: ru-armor-2
R4: ge-in-ii
R6: ru-shock-1
S4: ge-in-xxviii ge-in-xxxviii
S7: ru-armor-3
T5: ge-in-xxvi
T6: ge-pz-lvii ge-pz-xli ge-pg-xlvi
U6: ge-in-i
U7: ge-pz-xlvii ge-pz-xlviii
V8: ru-armor-4
W8: ru-army-23
X5: ge-in-li ge-in-liii
X7: ru-army-27
Y5: ge-in-viii ge-in-xiii
Y7: ru-shock-2
AA6: ge-in-xxxv
AA8: ru-army-16
BB6: ge-in-vi
BB7: ge-in-x
CC3: ge-mt-xlix
CC6: ge-in-xlii ge-in-xliii
CC7: ge-pz-iii ge-pz-xxiv ge-pz-xxxix
CC8: ru-armor-7
DD6: ge-in-xliv ge-in-lii ge-in-lv
DD8: ru-armor-6
EE6: ge-in-iv ge-in-xvii ge-in-xxix
EE8: ge-pz-xl ge-in-l
FF7: rm-in-xi
FF8: ge-pg-lvi
FF9: ru-army-20
GG8: rm-in-iv
GG10: ru-army-4
HH10: ru-army-7
II11: ru-army-21
JJ11: ru-army-22
KK12: ru-army-9
LL12: ru-armor-5
NN11: ge-in-vii ge-in-xxx ge-in-liv
NN13: ru-army-26
OO12: ge-in-xi
OO14: ru-army-5
"""
)
"""The German July is over: Leningrad has fallen, and a single Rumanian corps stands before the Russian front."""

SEPTEMBER_1941 = standing(
    """
B19: ru-army-12
H17: fi-in-iii
H19: ru-army-18
J16: ru-armor-3
J17: ru-armor-1
M15: ge-mt-nor
M16: fi-in-iv fi-in-vi fi-in-vii
N8: ru-army-27
P9: ge-in-xxxviii
R8: ru-army-6
S8: ru-shock-1
S26: ru-army-3
T7: ge-pz-xlvii
V7: ge-pz-xxiv ge-pz-xlviii
W7: rm-in-xi
X9: ge-pz-xli
Y8: ge-in-vi ge-in-l ge-in-li
Z8: ge-pg-lvi ge-pz-xl ge-in-liii
AA8: ge-in-xlii ge-in-xxx
AA10: ru-army-5 ru-army-16
BB9: ge-in-iv ge-in-xliv
CC8: ge-in-vii
CC9: ge-in-xiii ge-in-xxix
CC10: ru-armor-7
DD9: ge-in-viii ge-in-xvii
EE9: ge-in-liv
EE10: ru-army-20
GG10: ru-army-21
II11: ru-army-22
KK12: ru-army-4
MM13: ru-army-26
OO14: ru-armor-6
"""
)
"""The German September is over: one Finnish corps holds Leningrad, the others have gone on."""

JUNE_1941_VARIANT = standing(
    """
B19: ru-army-12
E17: ru-army-13
F9: ge-in-xxxvi ge-mt-nor fi-in-ii
F10: fi-in-iv fi-in-vi fi-in-vii
F11: fi-in-iii
O6: ru-army-18
Q7: ru-army-23
R6: ru-army-3
S7: ru-army-27
T5: ge-pg-lvi ge-in-ii ge-in-x
T7: ru-army-11
U6: ge-in-xxvi ge-in-xxviii ge-in-xxxviii
U8: ru-army-28
V7: ru-armor-1
W5: ge-in-i
W7: ge-pz-xlviii ge-pg-xlvi
X6: ge-pz-xli ge-pz-xiv
X7: ru-armor-2
Y7: ge-pz-iii ge-pz-xxiv ge-pz-xxxix
Z6: ge-in-vi
Z7: ge-in-v
AA5: ge-in-xvii
AA7: ru-army-6
BB6: ge-in-xlii
BB7: ru-armor-3
CC7: ge-in-ix ge-in-xiii ge-in-xx
DD7: ru-armor-4
EE7: ru-army-10
FF5: ge-in-xliii ge-in-xxix ge-in-xliv
FF7: ru-army-20
GG6: ge-in-lii ge-in-lv ge-mt-xlix
GG8: ru-army-21
HH8: ru-army-22
II9: ru-army-26
JJ9: ru-armor-6
KK8: rm-in-xi
KK10: ru-army-4
LL10: ru-armor-5
MM11: ru-army-7
NN9: rm-in-i
NN11: ru-army-9
OO11: ge-in-liv rm-mt
OO12: ge-in-xi ge-in-xxx
PP11: rm-cav
PP12: rm-in-iii rm-in-iv rm-in-v
QQ13: ru-cav-6
QQ14: ru-cav-5
TT11: rm-in-vi
"""
)
"""The German June by the variant is over: the 3rd and the 11th Army are held still from the air."""

DECEMBER_1941 = standing(
    """
A9: fi-in-vii
B19: ru-army-18
E18: fi-in-iv
F11: fi-in-ii
H17: ge-pz-lvii ge-mt-nor fi-in-vi
L18: ge-pz-xxxix ge-pz-xlvii ge-pz-xlviii
M17: ru-shock-1 ru-cav-5
M18: ru-shock-2
M19: ge-pz-xxiv
O18: ru-army-21
S26: ru-army-3 ru-army-5 ru-cav-6
U8: ge-in-i
V8: rm-in-xi
W14: ru-army-8
Y3: rm-in-iv
CC16: ru-army-12
EE14: ge-in-xxxviii
EE16: ru-armor-7
FF13: ge-mt-xlix
GG16: ru-cav-2
HH14: ge-pg-lvi ge-pz-xl ge-in-li
HH15: ru-armor-5
II14: ge-pg-xlvi ge-in-xxiii ge-in-l
JJ14: ge-pz-xli ge-pz-xiv ge-in-xxxiv
KK15: ge-in-xxix ge-in-lii ge-in-xxx
LL15: ge-in-xii ge-in-lv ge-in-xi
LL16: ge-in-viii ge-in-ix ge-in-liii
NN10: rm-in-ii rm-in-iii
TT7: rm-in-i
"""
)
"""From a game of two staffs: a lone infantry corps stands on the upper Psel, ahead of its army."""

POLAND_1941 = standing(
    """
D14: fi-in-iii
D16: fi-in-iv fi-in-vii
E16: ge-mt-nor fi-in-vi
H17: ru-army-4 ru-army-13
Q7: ru-army-11
R7: ru-army-23
S8: ru-army-27 ru-army-10
T6: ge-in-i ge-in-x rm-in-ii
T8: ru-army-28
U8: ge-in-xxviii ge-in-xxxviii
V6: ge-in-ii ge-in-v
V7: ge-pg-xlvi ge-pg-lvi ge-pz-xl
V9: ru-armor-2
W7: ge-pz-xxxix ge-pz-xli ge-in-li
X6: ge-pz-xxiv ge-pz-xlvii ge-pz-xlviii
X8: ru-armor-1
X9: ru-shock-1
Y3: rm-in-iii rm-mt
Y4: ge-in-vi
Y7: ge-pz-iii ge-pz-lvii ge-pz-xiv
Y10: ru-army-6
Z4: ge-in-xii ge-in-xiii
Z6: ge-in-l ge-in-liii
Z8: ru-armor-5
AA8: ru-army-5 ru-cav-6
BB5: ge-in-vii ge-in-viii
BB7: ru-army-16
CC7: ru-cav-2 ru-armor-7
DD7: ru-army-20
EE8: ru-armor-4
FF5: ge-in-xxix
FF6: ge-in-xx ge-in-xxiii ge-in-xxxiv
FF7: ru-cav-5
GG7: ge-in-xxxv ge-in-lv
GG8: ru-army-21
GG9: ru-armor-3
HH8: ru-army-22
II8: ge-in-ix ge-in-xlii
JJ8: ge-in-iv ge-in-xvii ge-mt-xlix
KK10: ru-army-24 ru-army-26
MM11: ru-armor-6
OO12: ru-army-9
PP10: rm-in-iv
QQ13: ge-in-xi ge-in-xxx ge-in-liv
RR12: rm-in-v rm-in-vi rm-cav
TT11: rm-in-xi
"""
)
"""The German July of another evening is over: two infantry corps stand at Lublin, between the masses of north and
south."""

OCTOBER_1941 = standing(
    """
D14: fi-in-iii
F16: fi-in-ii fi-in-iv fi-in-vii
F17: ge-in-xxxvi ge-mt-nor fi-in-vi
H17: ru-shock-1 ru-cav-5
I16: ge-in-xxxviii ge-in-v
I19: ge-pz-xiv
Q10: ru-armor-6
S10: ge-in-x ge-in-xxviii
S26: ru-army-4
T11: ge-pz-xl
U10: ge-pz-xlviii
V8: ge-in-xxvi
V10: ge-pz-xxxix ge-pg-xlvi ge-in-ii
V11: ge-pz-xlvii
Y3: ge-in-i rm-in-ii
Z7: rm-in-v
AA8: ge-in-xiii
CC7: rm-in-iv
CC9: ge-in-xxxiv ge-in-liii
CC11: ru-armor-3
DD9: ge-in-viii ge-in-l
EE10: ge-in-xii ge-in-xx
FF10: ge-in-ix ge-in-xxiii
FF11: ge-in-vi
HH7: ge-in-xxix
HH9: ge-in-xlii
KK22: ge-in-iv ge-in-xvii ge-in-lv
KK23: ge-mt-xlix
KK25: rm-in-vi
KK26: ge-in-xxx ge-in-liv rm-cav
"""
)
"""The German October of that evening's other game is over: three stacks stand around Leningrad at two hexes, others ten
hexes before Stalingrad, which is empty."""

RING_1942 = standing(
    """
F11: fi-in-ii fi-in-vii fi-in-iii
F16: ru-army-3
H17: ru-army-6 ru-shock-1
I15: hu-in-iii hu-in-iv hu-in-vii
I17: ge-in-liv rm-in-vi
I18: ge-pg-lvi ge-pz-xl ge-mt-xlix
J16: it-in-ii it-in-alp
K18: ge-in-xii
L27: ru-army-4
M15: ge-in-xxix hu-in-viii it-in-xxxv
M16: ge-in-xvii
N19: ge-in-xxvi
P26: ge-in-xi
P28: ru-cav-2
Q12: ge-in-vii rm-in-iv
Q21: ge-in-xxxviii
Q25: ge-in-ii
R25: ge-pz-xxxix ge-pz-xlviii ge-pg-xlvi
R26: ge-pz-xxiv ge-pz-xlvii ge-pz-lvii
R28: ru-army-11
S25: ge-pz-iii
S26: ru-army-16 ru-shock-2
S27: ru-army-28
T22: ge-in-vi
T25: ru-army-7 ru-army-20
T26: ru-army-13 ru-army-8 ru-army-10
T29: ge-in-l ge-in-li ge-in-liii
U28: ge-in-xxxv ge-in-xxiii ge-in-xxxiv
U29: ge-pz-xli
V24: ge-in-ix
X26: ge-in-xxviii
Y3: rm-in-iii
Z31: ru-cav-5
AA27: ge-in-v
FF34: ru-armor-7
KK36: ru-army-5 ru-army-19 ru-army-22
TT7: rm-in-i
"""
)
"""From a game of two staffs: in May 1942 seven units stand around Moscow in a ring, others within reach of it."""

POCKET_1942 = standing(
    """
B19: ru-army-13
D18: ru-army-18
F11: fi-in-ii fi-in-vii
H10: ge-mt-xlix
H12: ru-army-3 ru-army-5 ru-cav-5
H17: ru-army-6 ru-army-8 ru-armor-7
I12: ru-shock-2 ru-cav-6
Q11: ge-in-lv
Q13: ru-army-23 ru-shock-1
R12: ge-pz-xlvii ge-pz-xlviii ge-pg-xlvi
S6: ge-in-i
S12: ge-pz-xxxix ge-pz-lvii ge-pz-xiv
S26: ru-army-4 ru-cav-2
T12: ge-pz-iii ge-pz-xxiv ge-pz-xli
V7: ge-in-lii
Y3: rm-in-vi
Y9: ge-in-xxxviii
BB10: ge-in-xxviii
FF12: ru-army-28 ru-armor-1 ru-armor-5
FF13: ge-in-ii ge-in-x ge-in-liv
FF19: ge-pg-lvi
GG13: ru-army-19 ru-armor-3
GG14: ge-in-xiii ge-in-xxiii ge-in-xxxiv
HH11: rm-in-ii
HH13: ge-in-viii ge-in-iv
II21: ge-pz-xl ge-in-liii
JJ19: ge-in-xxvi
MM13: ge-in-l
PP14: ge-in-li
TT7: rm-in-i
"""
)
"""From another: in February 1942 two units on the Dnieper are cut off, a Rumanian corps before them."""

FEBRUARY_1943 = standing(
    """
F11: fi-in-ii fi-in-vii
F18: ru-army-28
G18: ru-army-6
I16: ge-pz-xxiv
I18: ru-army-10 ru-army-21 ru-armor-6
L21: ru-army-19
N21: ru-army-24
O11: ru-army-4 ru-army-3 ru-armor-7
P10: ru-army-5 ru-shock-1 ru-shock-2
P17: ru-army-13
P20: ge-pz-xxxix
Q17: ru-army-18 ru-army-23
R6: ge-in-xxvi
S26: ru-army-8 ru-cav-2
T8: ge-in-xxviii
T18: ru-cav-5 ru-cav-6
U8: ge-in-x
V13: rm-in-xi
W16: ge-pz-xlviii
X17: ru-army-11
Y3: rm-in-iv
Y18: ru-army-16
Z18: ru-army-26
AA19: ru-army-20
BB16: ge-in-i
BB19: ru-armor-1
CC20: ru-armor-3
EE18: ge-in-ii
GG22: ru-army-7
II23: ru-armor-5
KK28: ge-in-li ge-in-liii
LL22: ru-army-12 ru-army-27 ru-armor-4
LL23: ru-army-9 ru-army-22 ru-armor-2
TT7: rm-in-i
"""
)
"""From another: thirty-three Russian units, and the front far from Moscow."""

JANUARY_1942_VARIANT = standing(
    """
A9: fi-in-vii
F11: fi-in-ii
F16: fi-in-vi fi-in-iii
F17: ge-mt-nor
H17: ru-army-13 ru-army-3
N8: ge-mt-xlix
O13: ru-armor-2
Q10: ge-in-xxxiv
Q13: ge-in-iv ge-in-lii ge-in-lv
S12: ge-in-vii
S13: ge-in-xlii
S26: ru-army-12 ru-army-5
T12: ge-in-xxviii
T14: ge-in-xiii
T15: ge-in-xxxviii ge-in-vi ge-in-viii
T16: ge-pz-iii
T19: ru-shock-1
U15: ge-in-xx
W14: ge-in-xliii
Y3: ge-in-ii
AA10: ge-in-v
BB8: ge-in-xxxv
CC10: ge-in-ix
CC16: ru-army-24
EE32: ru-shock-2
FF12: ge-in-xii
FF15: ge-pz-xl ge-in-i ge-in-xxvi
FF19: ge-pz-xli ge-pz-xiv ge-pg-lvi
FF20: ge-pz-xlvii ge-pz-xlviii ge-pg-xlvi
GG13: ge-in-xxx
GG16: ge-in-x
II16: ge-in-xxiii
II19: ru-army-9
KK36: ru-army-7 ru-army-6
MM16: ru-army-23
OO28: ru-armor-7
TT7: rm-in-i
VV29: ru-army-18 ru-army-8
"""
)
"""From a game of two staffs by the whole variant: two units stand in each city where others could be rebuilt."""
